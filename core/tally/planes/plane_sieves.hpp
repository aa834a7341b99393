// The sieves and fingerprints of orders that lie in planes, with the widest vectors of the machine: the same
// on any of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

/// sieve_of of each deck.
DeckNumbers sieves_of(std::span<const Plane> cards);

/// The same of decks that lie end to end, up to 64 of them; of those that are not there it means nothing.
/// Precondition: decks of deck_size cards, 1..largest_byte_deck.
DeckNumbers sieves_of_decks(std::span<const Card> decks, std::size_t deck_size);

/// The low word of the fingerprint of each deck. Precondition: at most largest_deck_of_nibbles cards.
std::array<std::uint64_t, decks_of_planes> nibble_fingerprints_of(std::span<const Plane> cards);

}  // namespace fairshuffle
