#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "harness/engine/plans_for_tests.hpp"
#include "harness/engine/run.hpp"

using namespace fairshuffle;

TEST_CASE("what a fair run will take is told from the start, and about what it takes" *
          doctest::test_suite("simulations")) {
  // Permutations of few cards, single cards of eleven, families of the others.
  for (const auto& [deck, tolerance] : cases<std::pair<const char*, double>>(
           {{"3", 0.01}, {"5", 0.02}, {"7", 0.1}, {"11", 0.02}, {"13", 0.05}, {"52", 0.03}})) {
    const std::string target = std::string("durstenfeld:n=") + deck;
    CAPTURE(target);
    RunPlan plan = plan_for({target}, 2'000'000, 2);
    plan.budget.tolerance = tolerance;
    std::optional<std::uint64_t> first, last;
    const auto records = run(plan, [&](const Progress& progress) {
      REQUIRE(progress.trials_if_fair.has_value());
      if (!first) first = progress.trials_if_fair;
      CHECK(*progress.trials_if_fair >= progress.trials_of_look);
      last = progress.trials_if_fair;
    });
    CHECK(records[0].verdict == Verdict::fair);
    CHECK(last == records[0].evidence.trials);
    // The look of the forecast, or the one after it.
    CHECK(*first <= *last);
    CHECK(*last <= *first * 8 / 5);
  }
}

TEST_CASE("what a run will take is not told where the limit comes first, or where bets are asked for") {
  const auto told = [](const RunPlan& plan) {
    TargetDescription description;
    description.deck_size = 13;
    return trials_if_fair(plan, description, plan.budget.tolerance).has_value();
  };
  RunPlan plan = plan_for({"durstenfeld:n=13"}, 100'000'000);
  CHECK(told(plan));
  plan.certify = {"bets", "cards"};
  CHECK_FALSE(told(plan));
  plan.certify = {"cards"};
  plan.max_trials = 100'000;
  CHECK_FALSE(told(plan));
  plan.max_trials = 100'000'000;
  plan.fixed_trials = true;
  CHECK_FALSE(told(plan));
  plan.fixed_trials = false;
  plan.budget.tolerance = 0;
  CHECK_FALSE(told(plan));
}
