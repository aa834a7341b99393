// The sieves of orders that lie in planes, with the widest vectors of the machine: the same on any of them.
#pragma once

#include <span>

#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

/// sieve_of of each deck.
DeckNumbers sieves_of(std::span<const Plane> cards);

}  // namespace fairshuffle
