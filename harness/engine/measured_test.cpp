#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/evolve.hpp"
#include "harness/engine/plans_for_tests.hpp"
#include "harness/engine/run.hpp"
#include "harness/targets/builtin/builtin_target.hpp"

using namespace fairshuffle;

namespace {

RunPlan measured_plan(const std::vector<std::string>& targets, std::uint64_t max_trials) {
  RunPlan plan = plan_for(targets, max_trials, 2);
  plan.until_decided = false;
  return plan;
}

PlannedTarget target_of(int deck_size, const TargetFacts& facts) {
  PlannedTarget target;
  target.target.deck_size = deck_size;
  target.facts = facts;
  return target;
}

}  // namespace

TEST_CASE("what a trial costs decides from how many trials on a target is judged") {
  const RunSettings settings;
  const auto of = [&settings](int deck_size, const TargetFacts& facts) {
    return trials_to_measure(settings, target_of(deck_size, facts));
  };
  struct Due {
    int cards;
    std::uint64_t built_in, function;
  };
  for (const Due& due : cases<Due>({{2, 1'048'576, 131'072},
                                    {10, 1'048'576, 131'072},
                                    {11, 131'072, 16'384},
                                    {64, 131'072, 16'384},
                                    {65, 16'384, 16'384},
                                    {1000, 16'384, 16'384}})) {
    CAPTURE(due.cards);
    CHECK(of(due.cards, {.in_lanes = true}) == due.built_in);
    CHECK(of(due.cards, {}) == (due.cards <= 10 ? due.built_in / 2 : due.built_in));
    CHECK(of(due.cards, {.in_sequence = true, .may_end = true}) == due.function);
    CHECK(of(due.cards, {.writes_rows = true, .may_end = true}) == 0);
    CHECK(of(due.cards, {.recorded = true}) == 0);
  }
  RunSettings fewer;
  fewer.max_trials = 5000;
  CHECK(trials_to_measure(fewer, target_of(5, {.in_lanes = true})) == 5000);
  fewer.until_decided = true;
  CHECK(trials_to_measure(fewer, target_of(5, {})) == 0);
}

// The bounds hold the exact distance but for a chance of 0.002, at this look of 1e-4; the seed is fixed.
TEST_CASE("the bias of a shuffle that costs little is measured, and not only found") {
  RunPlan plan = measured_plan({"naive-swap:n=5", "naive-swap:n=20", "durstenfeld:n=3"}, 5'000'000);
  plan.budget.tolerance = 0.01;
  const std::vector<TargetRecord> records = run_quietly(plan);
  CHECK(records[0].verdict == Verdict::biased);
  CHECK(records[0].evidence.trials == 1'048'576);
  const double exact = to_double(
      total_variation(distribution_of(BuiltinTarget(parse_target_text("naive-swap"), 5, 1).setup())));
  CHECK(*records[0].bias.tv_lower <= exact);
  CHECK(*records[0].bias.tv_upper >= exact);
  CHECK(*records[0].bias.tv_upper - *records[0].bias.tv_lower <= *records[0].bias.tv_upper / 10);
  CHECK(records[1].verdict == Verdict::biased);
  CHECK(records[1].evidence.trials == 131'072);
  CHECK(records[2].verdict == Verdict::fair);
  CHECK(records[2].evidence.trials >= 1'048'576);
}

TEST_CASE("the first verdict of one target is told while it is measured, and none of several targets") {
  for (const auto& targets :
       cases<std::vector<std::string>>({{"sattolo:n=4"}, {"sattolo:n=4", "sattolo:n=5"}})) {
    RunPlan plan = measured_plan(targets, 5'000'000);
    plan.tells_first_verdict = true;
    std::optional<Verdict> first;
    std::uint64_t trials = 0;
    const std::vector<TargetRecord> told = run(plan, [&](const Progress& progress) {
      first = progress.first_verdict;
      trials = progress.first_verdict_trials;
    });
    CHECK(first.has_value() == (targets.size() == 1));
    if (first) CHECK((*first == Verdict::biased && trials == 2'400));
    plan.tells_first_verdict = false;
    // To tell it changes no record.
    const std::vector<TargetRecord> untold = run_quietly(plan);
    for (std::size_t index = 0; index < told.size(); ++index) check_same(told[index], untold[index]);
  }
}
