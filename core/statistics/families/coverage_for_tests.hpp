// Simulated runs that check whether the bounds of bet families hold as often as they promise. For the
// programs that test; printing is left to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"

namespace fairshuffle {

/// Fair, but for a share of the trials that come out in one of a few permutations, each as often.
struct MixedDistribution {
  std::string name;
  double share = 0;
  std::vector<std::vector<Card>> permutations;  ///< one at least where share is above 0
};

/// Fair; and sorted decks, cut decks (each card as often everywhere), decks with card 0 on top, and decks
/// sorted or reversed (either of two cards first as often), mixed in with shares from hardly seen to most of
/// it.
std::vector<MixedDistribution> distributions_for_family_coverage(int deck_size);

struct FamilyCoveragePlan {
  int deck_size;
  std::uint64_t trials;      ///< of each simulated run
  std::uint64_t replicates;  ///< simulated runs
  std::uint64_t seed;
  int threads = 1;
  std::size_t distributions_apart = 1;  ///< one in so many of the distributions is run
};

/// Runs trials of the distribution, and checks for every family that at 99 % and 99.9 % confidence the bound
/// is at or above the distance of its member that is farthest from fair at least as often. The distances are
/// exact. The results do not depend on the threads.
std::vector<PromiseCheck> check_family_coverage(const FamilyCoveragePlan& plan,
                                                const MixedDistribution& distribution);

}  // namespace fairshuffle
