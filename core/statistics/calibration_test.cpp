// A quick part of what the program fairshuffle_calibration simulates at length.
#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/simulation_for_tests.hpp"

using namespace fairshuffle;

namespace {
void check_all(const std::vector<PromiseCheck>& checks) {
  REQUIRE_FALSE(checks.empty());
  for (const PromiseCheck& check : checks) {
    CAPTURE(check.promise);
    CAPTURE(check.promised);
    CAPTURE(check.observed);
    CHECK(check.p >= smallest_believable_p);
  }
}
}  // namespace

// Fewer than 500 checks in this file, each failing a correct program with probability at most 1e-10: below
// 5e-8.

TEST_CASE("two thousand fair runs are rejected as often as the levels say, with uniform p-values") {
  check_all(check_false_alarms(
      {.deck_size = 5, .marked = 2, .trials = 12'000, .replicates = 2'000, .seed = 11, .threads = 1}));
  check_all(check_false_alarms(
      {.deck_size = 3, .marked = 1, .trials = 2'400, .replicates = 2'000, .seed = 12, .threads = 1}));
}

TEST_CASE("runs of the sampler in lanes are rejected as often as the levels say, with uniform p-values") {
  SimulationPlan plan{.deck_size = 5,
                      .marked = 2,
                      .trials = 12'000,
                      .replicates = 2'000,
                      .seed = 15,
                      .shuffle = "durstenfeld"};
  check_all(check_false_alarms(plan));
  plan.deck_size = 16, plan.marked = 0, plan.replicates = 500;
  check_all(check_false_alarms(plan));
  plan.deck_size = 52, plan.trials = 600, plan.check_uniformity = false;
  check_all(check_false_alarms(plan));
}

TEST_CASE("in two hundred runs of each of 26 laws the bounds on the bias hold as often as they promise") {
  SimulationPlan plan{.deck_size = 4, .marked = 0, .trials = 2'400, .replicates = 200, .seed = 13};
  const std::vector<NamedLaw> laws = laws_for_coverage(4);
  CHECK(laws.size() == 26);
  for (const NamedLaw& law : laws) {
    plan.shuffle = {};
    check_all(check_coverage(plan, law));
    plan.shuffle = law.shuffle;
    if (!plan.shuffle.empty()) check_all(check_coverage(plan, law));
  }
}

TEST_CASE("p-values of long runs are uniform for a fair shuffle and not for a biased one") {
  LongRunsPlan plan{.shuffle = "durstenfeld", .deck_size = 4, .blocks = 2, .runs = 200, .seed = 16};
  const LongRunsResult fair = check_long_runs(plan);
  check_all(fair.checks);
  CHECK(fair.quantiles.size() == 16);
  plan.shuffle = "naive-swap";
  const LongRunsResult biased = check_long_runs(plan);
  CHECK(
      std::ranges::any_of(biased.checks, [](const auto& check) { return check.p < smallest_believable_p; }));
}

TEST_CASE("the results of a simulation do not depend on the number of threads") {
  SimulationPlan plan{
      .deck_size = 4, .marked = 1, .trials = 2'400, .replicates = 200, .seed = 14, .threads = 1};
  const std::vector<PromiseCheck> alone = check_false_alarms(plan);
  plan.threads = 3;
  const std::vector<PromiseCheck> together = check_false_alarms(plan);
  REQUIRE(alone.size() == together.size());
  for (std::size_t index = 0; index < alone.size(); ++index) {
    CHECK(alone[index].observed == together[index].observed);
  }
}
