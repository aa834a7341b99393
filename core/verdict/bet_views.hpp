// What a bet on a deck can look at.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// A coarser view of the orders: how often each of its cells came, and its probability under fairness, which
/// are as many and add up to 1.
struct BetView {
  std::vector<std::uint64_t> counts;
  std::vector<double> fair;
};

/// All of them but the orders themselves, always in the same order: each card's positions, what follows each
/// card and the boundary, how many cards stay, the number of cycles, parity; of a made-up deck what stands at
/// each site, and the arrangements where they are counted. A complete tally; at least one view.
std::vector<BetView> bet_views(const Tally& tally);

}  // namespace fairshuffle
