// Numbers of each of 64 orders that lie in planes, with the widest vectors of the machine: the same numbers
// on any of them, and on none. Those of the inverse orders ask the places instead of the cards.
#pragma once

#include <cstddef>
#include <span>

#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

DeckNumbers descents_of(std::span<const Plane> cards);
DeckNumbers peaks_of(std::span<const Plane> cards);
DeckNumbers successions_of(std::span<const Plane> cards);
DeckNumbers inversions_of(std::span<const Plane> cards);
/// Planes whose value is their own index.
DeckNumbers fixed_values_of(std::span<const Plane> planes);

/// Cards that are above (or below) all cards that lie before them (or after them, where from the end).
enum class Record { maximum, minimum };
enum class From { start, end };
DeckNumbers records_of(std::span<const Plane> cards, Record record, From from);

/// In which hand each card is, where each hand has `width` cards from successive places: the same byte for
/// cards of one hand, and others for others. As many planes as there are cards.
void tell_hands_apart(std::span<const Plane> places, std::size_t width, std::span<Plane> hands);

/// digits[i]: the draw below i + 1 with which Durstenfeld's shuffle of a sorted deck would have brought the
/// card to position i; digits[0] is 0. As many planes as there are cards. Of the first `decks` decks, whose
/// cards must be orders; what is said of the others means nothing.
void read_digits(std::span<const Plane> cards, std::size_t decks, std::span<Plane> digits);

}  // namespace fairshuffle
