// Simulated runs of known mistakes with 52 cards: is a test as sharp as it is said to be?
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/random/seeding.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"

namespace fairshuffle {

/// Runs of a shuffle, with so many trials each.
struct PowerPlan {
  std::string_view hypothesis;        ///< "parity", "mean descents"
  std::string_view shuffle;           ///< of the catalogue, or one of the unlisted mistakes
  std::vector<std::int64_t> options;  ///< empty: the standard ones
  std::uint64_t trials;
  std::uint64_t one_in = 100;  ///< of so many replicates one is run, the fewer the longer they are
  std::string_view draw = default_draw;
  int bits = 0;  ///< of a word, as in SampleSetup
};

/// The mistakes that the sharpest test for each is built for, at no more than 1.2 times the trials that
/// theory or a simulation of that test by itself gave it for p below 1e-8 in 99 of 100 runs; and tests that
/// are second to another, each on what it is next sharpest at.
std::vector<PowerPlan> power_plans();

/// Checks that the hypothesis has p below 1e-8 in 99 of 100 runs, of which there are ten at least. A test
/// that is not applied has p = 1.
PromiseCheck check_power(const PowerPlan& plan, std::uint64_t replicates, std::uint64_t seed, int threads);

}  // namespace fairshuffle
