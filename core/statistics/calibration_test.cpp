// A quick component of what the program fairshuffle_calibration simulates at length.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/power_for_tests.hpp"
#include "core/statistics/seed_space_checks_for_tests.hpp"
#include "core/statistics/simulation_for_tests.hpp"
#include "core/statistics/splitting_for_tests.hpp"

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

// Fewer than 2,000 checks in this file, each failing a correct program with probability at most 1e-10: below
// 2e-7. Those by splitting have a rough p; of a correct program four runs would have to lie at twice their
// rate and more and to agree within some hundredths, below 1e-6.

TEST_CASE("two thousand fair runs are rejected as often as the levels say, with uniform p-values" *
          doctest::test_suite("simulations")) {
  check_all(check_false_alarms(
      {.deck_size = 5, .marked = 2, .trials = 12'000, .replicates = 2'000, .seed = 11, .threads = 1}));
  check_all(check_false_alarms(
      {.deck_size = 3, .marked = 1, .trials = 2'400, .replicates = 2'000, .seed = 12, .threads = 1}));
}

TEST_CASE("runs of the sampler in lanes are rejected as often as the levels say, with uniform p-values" *
          doctest::test_suite("long-simulations")) {
  SimulationPlan plan{.deck_size = 5,
                      .marked = 2,
                      .trials = 12'000,
                      .replicates = 2'000,
                      .seed = 15,
                      .shuffle = "durstenfeld"};
  check_all(check_false_alarms(plan));
  plan.deck_size = 16, plan.marked = 0, plan.replicates = 250;
  check_all(check_false_alarms(plan));
  plan.deck_size = 52, plan.trials = 600, plan.check_uniformity = false;
  check_all(check_false_alarms(plan));
}

TEST_CASE(
    "of 20 decks relative order, mean positions and strongest cells reject no more often than the levels" *
    doctest::test_suite("simulations")) {
  constexpr std::array<std::string_view, 7> tests{
      "relative-order", "mean-positions",         "inverse-relative-order", "mean-cards",
      "strongest-pair", "strongest-inverse-pair", "strongest-lehmer-digit",
  };
  SimulationPlan plan{.deck_size = 13,
                      .marked = 0,
                      .trials = 20,
                      .replicates = 2'000,
                      .seed = 17,
                      .check_uniformity = false,
                      .shuffle = "durstenfeld",
                      .tests = tests,
                      .check_levels = false};
  check_all(check_false_alarms(plan));
  plan.deck_size = 52, plan.replicates = 500;
  check_all(check_false_alarms(plan));
}

TEST_CASE("the tails of 20 decks are honest where no simulation of runs reaches" *
          doctest::test_suite("simulations")) {
  std::uint64_t seed = 23;
  for (const CountedStatistic& statistic : counted_statistics().first(2))
    for (const int deck_size : {13, 9})
      check_all({check_far_tail({statistic, deck_size, 1e-6, 200, 4, seed++})});
}

TEST_CASE("p-values of relative order, mean positions and draws are uniform in many decks" *
          doctest::test_suite("simulations")) {
  constexpr std::array<std::string_view, 6> tests{
      "relative-order", "mean-positions", "inverse-relative-order",
      "mean-cards",     "lehmer-code",    "matched-lehmer-digits"};
  check_all(check_false_alarms({.deck_size = 13,
                                .marked = 0,
                                .trials = 2'400,
                                .replicates = 500,
                                .seed = 18,
                                .shuffle = "durstenfeld",
                                .tests = tests}));
}

TEST_CASE(
    "relative permutations of the smallest decks whose numbers are counted reject as often as the levels "
    "say" *
    doctest::test_suite("simulations")) {
  constexpr std::array<std::string_view, 1> tests{"successive"};
  SimulationPlan plan{.deck_size = 9,
                      .marked = 0,
                      .trials = 2'401,
                      .replicates = 500,
                      .seed = 58,
                      .check_uniformity = false,
                      .shuffle = "durstenfeld",
                      .tests = tests};
  check_all(check_false_alarms(plan));
  plan.deck_size = 12;
  check_all(check_false_alarms(plan));
}

TEST_CASE("p-values of pairs are uniform from the fewest trials on" * doctest::test_suite("simulations")) {
  constexpr std::array<std::string_view, 1> tests{"pairs"};
  check_all(check_false_alarms({.deck_size = 13,
                                .marked = 0,
                                .trials = 2'400,
                                .replicates = 500,
                                .seed = 40,
                                .shuffle = "durstenfeld",
                                .tests = tests}));
}

TEST_CASE("hole cards reject as often as their level says from the fewest trials on" *
          doctest::test_suite("simulations")) {
  constexpr std::array<std::string_view, 1> tests{"hole-cards"};
  check_all(check_false_alarms({.deck_size = 13,
                                .marked = 0,
                                .trials = 2'400,
                                .replicates = 500,
                                .seed = 28,
                                .check_uniformity = false,
                                .shuffle = "durstenfeld",
                                .tests = tests}));
}

TEST_CASE("flops and hands of five reject as often as their level says from the fewest trials on" *
          doctest::test_suite("simulations")) {
  constexpr std::array<std::string_view, 2> tests{"flop", "top-five"};
  check_all(check_false_alarms({.deck_size = 13,
                                .marked = 0,
                                .trials = 5'074,
                                .replicates = 500,
                                .seed = 42,
                                .check_uniformity = false,
                                .shuffle = "durstenfeld",
                                .tests = tests}));
}

TEST_CASE("p-values of projected positions, of neighbouring places and of hands are uniform in many decks" *
          doctest::test_suite("simulations")) {
  constexpr std::array<std::string_view, 7> tests{
      "smooth-positions",   "matched-positions",          "inverse-neighbours", "strongest-inverse-neighbour",
      "cyclic-differences", "inverse-cyclic-differences", "hand-mates",
  };
  SimulationPlan plan{.deck_size = 14,
                      .marked = 0,
                      .trials = 2'400,
                      .replicates = 500,
                      .seed = 23,
                      .shuffle = "durstenfeld",
                      .tests = tests};
  check_all(check_false_alarms(plan));
  plan.deck_size = 13;
  check_all(check_false_alarms(plan));
}

TEST_CASE("each mistake shows in the test that is sharpest for it, at 52 cards" *
          doctest::test_suite("simulations")) {
  std::vector<PromiseCheck> checks;
  for (const PowerPlan& plan : power_plans()) {
    if (plan.one_in == 100) checks.push_back(check_power(plan, 1'000, 19, 1));
  }
  check_all(checks);
}

TEST_CASE(
    "in two hundred runs of each of 26 distributions the bounds on the bias hold as often as they promise" *
    doctest::test_suite("long-simulations")) {
  SimulationPlan plan{.deck_size = 4, .marked = 0, .trials = 2'400, .replicates = 200, .seed = 13};
  const std::vector<NamedDistribution> distributions = distributions_for_coverage(4);
  CHECK(distributions.size() == 26);
  for (const NamedDistribution& distribution : distributions) {
    plan.shuffle = {};
    check_all(check_coverage(plan, distribution));
    plan.shuffle = distribution.shuffle;
    if (!plan.shuffle.empty()) check_all(check_coverage(plan, distribution));
  }
}

TEST_CASE(
    "states and fewest permutations are told as surely as they say, of permutations equally likely or not" *
    doctest::test_suite("long-simulations")) {
  for (SeedSpacePlan plan : seed_space_plans(0)) {
    plan.replicates = plan.trials >= 100'000 ? 20 : 200;
    check_all(check_seed_space(plan, 1));
  }
}

TEST_CASE("p-values of long runs are uniform for a fair shuffle and not for a biased one" *
          doctest::test_suite("simulations")) {
  LongRunsPlan plan{.shuffle = "durstenfeld", .deck_size = 4, .blocks = 2, .runs = 200, .seed = 16};
  const LongRunsResult fair = check_long_runs(plan);
  check_all(fair.checks);
  CHECK(fair.quantiles.size() == 17);
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
