// Simulated runs that check what the tests and bounds promise. For the programs of this folder that test;
// printing is left to them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fairshuffle {

/// What is simulated, and with how many threads; the results do not depend on the threads.
struct SimulationPlan {
  int deck_size;
  int marked;
  std::uint64_t trials;      ///< of each simulated run
  std::uint64_t replicates;  ///< simulated runs
  std::uint64_t seed;
  int threads = 1;
  /// Off where the trials are so few that the p-values lie on a lattice coarser than the bins: computed
  /// exactly, the lattice of three cells adds 2,000 to the chi-square of 100 bins of 100,000 runs of 2,400
  /// trials, and 4 at 100,000 trials.
  bool check_uniformity = true;
};

/// One promise, held against simulated runs.
struct PromiseCheck {
  std::string promise;
  double promised;  ///< a rate; degrees of freedom for "uniform"
  double observed;  ///< a rate; chi-square for "uniform"
  double z;         ///< observed minus promised, in standard deviations
  double p;         ///< probability of something as far off or farther when the promise is kept
};

/// A correct program fails one check with at most this probability: with the fewer than 200 checks of the
/// largest program here, fewer than one correct program in five million fails.
inline constexpr double smallest_believable_p = 1e-9;

/// Runs fair trials, and checks for every test at how many of the levels 0.05, 0.01 and 0.001 (the last from
/// 20,000 replicates on) it rejects, and that its p-values are uniform (chi-square on 100 bins, 20 below
/// 10,000 replicates). The exact binomial tests of parity and
/// repeats have few p-values, so they are held to the exact rate that they can attain at or below the level,
/// also at levels to 0.9, in place of uniformity.
std::vector<PromiseCheck> check_false_alarms(const SimulationPlan& plan);

/// Runs trials of a law over the n! orders, and checks that at 95 % and 99.9 % confidence the total variation
/// distance is at most tv_upper_bound and at least tv_lower_bound as often as they promise.
std::vector<PromiseCheck> check_coverage(const SimulationPlan& plan, const std::string& law_name,
                                         std::span<const double> law);

/// A law over the orders of a deck, by rank.
struct NamedLaw {
  std::string name;
  std::vector<double> law;
};

/// A fair law and slightly biased ones: naive swap, one order too frequent, half of the orders too frequent.
std::vector<NamedLaw> laws_for_coverage(int deck_size);

}  // namespace fairshuffle
