// Do the interval of the starting states, the fewest permutations and the test `birthday` keep what they
// promise?
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/promise_checks_for_tests.hpp"

namespace fairshuffle {

/// The distribution of how many different cells so many trials take that each draw one of `cells` at random:
/// distribution[distinct]. Exact but for rounding. cells and trials to some thousands.
std::vector<double> distribution_of_distinct(std::uint64_t trials, std::uint64_t cells);

/// The probability that the interval of starting_states holds `cells`, where all permutations are kept,
/// exactly. Where no permutation comes again there is no interval, which counts as holding.
double coverage_of_states(std::uint64_t trials, std::uint64_t cells, double confidence);

/// The probability that fewest_permutations is at most `cells`, exactly.
double coverage_of_fewest_permutations(std::uint64_t trials, std::uint64_t cells, double confidence);

/// Trials of so many of some permutations, of 52 cards, of which one in `one_in` is kept.
struct SeedSpacePlan {
  std::string distribution;     ///< for the reader
  std::vector<double> weights;  ///< of each permutation
  std::uint64_t trials;
  std::uint64_t one_in;
  std::uint64_t replicates;
  std::uint64_t seed;
};

/// Distributions for these checks: as many permutations, equally likely or not.
std::vector<double> equal_weights(std::uint64_t permutations);
/// The i-th order has a weight of i^-power.
std::vector<double> falling_weights(std::uint64_t permutations, double power);

/// Simulates, and checks at 95 % and 99.9 % that fewest_permutations is at most the permutations that there
/// are, and, where they are equally likely, that the interval holds them.
std::vector<PromiseCheck> check_seed_space(const SeedSpacePlan& plan, int threads);

/// The plans of scripts/prove.
std::vector<SeedSpacePlan> seed_space_plans(std::uint64_t replicates);

}  // namespace fairshuffle
