// Simulated runs that check what the tests and bounds promise. For the programs of this folder that test;
// printing is left to them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/promise_checks_for_tests.hpp"

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
  /// The shuffle whose sampler runs the trials; empty: they are drawn one by one from the distribution, deck
  /// sizes up to 10, or, where one test of a table on request is all that is asked for, the cells of that,
  /// each equally likely.
  std::string_view shuffle{};
  /// Only these tests; empty: all that the deck admits.
  std::span<const std::string_view> tests{};
  /// Off where the trials are so few that a chi-square may reject less often than its level: then it is to
  /// reject no more often.
  bool check_levels = true;
};

/// How checks of this plan begin.
std::string setting_text(const SimulationPlan& plan);

/// Where the sampler of plan.shuffle begins a replicate.
std::uint64_t block_seed(const SimulationPlan& plan, std::uint64_t replicate);

/// Runs fair trials, and checks for every test that the deck admits at how many of the levels 0.05, 0.01 and
/// 0.001 (the last from 20,000 replicates on) it rejects, that its lower tail is at 0.01, 0.001 and 0.0001
/// no smaller than it should be, and that its upper tails are uniform. The exact
/// binomial tests of parity and repeats have few p-values, so they are held to the exact rate that they can
/// attain at or below the level, also at levels to 0.9, in place of uniformity. The strongest cells,
/// which count their cells as if they were independent, are to reject no more often than the level.
std::vector<PromiseCheck> check_false_alarms(const SimulationPlan& plan);

/// A distribution over the permutations of a deck, by rank.
struct NamedDistribution {
  std::string name;
  std::vector<double> distribution;
  std::string_view shuffle{};  ///< which has that distribution; empty: none
};

/// Runs trials of a distribution over the n! permutations, those of the sampler of plan.shuffle where there
/// is one, and checks that at 95 % and 99.9 % confidence the bounds hold as often as they promise: bound_bias
/// by the permutations and by the positions, and the tv_lower_bound of the chosen_bet.
std::vector<PromiseCheck> check_coverage(const SimulationPlan& plan, const NamedDistribution& distribution);

/// 26 distributions: fair, those of many known mistakes, and made ones, from hardly biased to very much.
std::vector<NamedDistribution> distributions_for_coverage(int deck_size);

/// Long fair runs, as the program makes them: block after block, each from a stream of its own.
struct LongRunsPlan {
  std::string_view shuffle;
  int deck_size;
  std::uint64_t blocks;  ///< of each run
  std::uint64_t runs;
  std::uint64_t seed;  ///< of the first run; the next ones have the numbers after it
  int threads = 1;
};

/// The p-values that cut off these shares of the runs from below.
inline constexpr double shares_of_runs[] = {0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999};
struct QuantileLine {
  std::string test;
  std::vector<double> p_values;  ///< one for each of shares_of_runs
};

struct LongRunsResult {
  std::vector<PromiseCheck> checks;
  std::vector<QuantileLine> quantiles;
};

/// Checks for every test that the deck admits that the p-values of the runs are uniform (their distance from
/// it, both tails, and 20 bins where the p-values are not few), and that it does not reject the trials of all
/// runs taken together. As in check_false_alarms parity and repeats are held to the rates that they can
/// attain, and the strongest cells to the levels.
LongRunsResult check_long_runs(const LongRunsPlan& plan);

}  // namespace fairshuffle
