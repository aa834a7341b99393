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

/// A word of each deck.
using DeckWords = std::array<std::uint64_t, decks_of_planes>;

/// The low word of the fingerprint of each deck. Precondition: at most largest_deck_of_nibbles cards.
DeckWords nibble_fingerprints_of(std::span<const Plane> cards);

/// A bit for each deck whose word has none of these bits.
std::uint64_t decks_without(std::uint64_t bits, const DeckWords& words);

}  // namespace fairshuffle
