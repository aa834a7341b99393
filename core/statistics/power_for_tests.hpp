// Simulated runs of known mistakes: is a test as sharp as it is said to be?
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/statistics/promise_checks_for_tests.hpp"

namespace fairshuffle {

/// Runs of a shuffle of the catalogue, with so many trials each.
struct PowerPlan {
  std::string_view test;
  std::string_view shuffle;
  std::vector<std::int64_t> options;  ///< empty: the standard ones
  int deck_size;
  std::uint64_t trials;
  std::uint64_t replicates;
  std::uint64_t seed;
  int threads = 1;
};

/// Checks that the test's first hypothesis has p below 1e-8 in 99 of 100 runs. A test that is not applied
/// has p = 1.
PromiseCheck check_power(const PowerPlan& plan);

}  // namespace fairshuffle
