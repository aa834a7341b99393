// Orders that lie in planes, seen from their other sides: where each card lies, and each deck by itself. With
// the widest vectors of the machine: the same on any of them, and on none.
#pragma once

#include <span>

#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

/// places[card]: the position of the card in each of the 64 decks that have cards[position]. False where a
/// deck is no order, and then what `places` holds means nothing. As many planes as cards; each card is below
/// their number.
bool lay_out_places(std::span<const Plane> cards, std::span<Plane> places);

/// decks[d]: the cards of deck d, and beyond them what means nothing. 64 decks of up to 64 cards.
void lay_out_decks(std::span<const Plane> cards, std::span<Plane, decks_of_planes> decks);

}  // namespace fairshuffle
