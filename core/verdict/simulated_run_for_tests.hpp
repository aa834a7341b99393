// A whole run simulated, look by look, from the distribution of its target: what a verdict costs. For the
// tests of this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "core/record/plan.hpp"
#include "core/statistics/multinomial_for_tests.hpp"
#include "core/verdict/judging_for_tests.hpp"

namespace fairshuffle {

struct SimulatedRun {
  Verdict verdict = Verdict::inconclusive;
  std::uint64_t trials = 0;
  bool by_e_value = false;  ///< it rejects, whatever else does
};

/// A plan of one target of that many cards, which no bound passes as fair.
inline Plan plan_of_one(int deck_size, double alpha, std::uint64_t max_trials) {
  Plan plan;
  plan.tests = names_of_all_tests();
  plan.budget.alpha = alpha;
  plan.budget.tolerance = 1e-9;
  plan.max_trials = max_trials;
  plan.targets = {target_of(deck_size)};
  return plan;
}

/// Independent trials of a distribution over permutations until the plan's only target is decided. Pairs of
/// trials are left out: what tests them is in the family, and rejects nothing.
inline SimulatedRun simulated_run(const Plan& plan, const std::vector<double>& distribution,
                                  std::mt19937_64& words) {
  Evidence evidence;
  evidence.permutations.resize(distribution.size());
  const LookSchedule schedule(plan.max_trials, plan.fixed_trials);
  for (int number = 1;; ++number) {
    const std::uint64_t more = schedule.trials_at(number) - evidence.trials;
    const auto drawn = multinomial_for_test(distribution, more, words);
    for (std::size_t rank = 0; rank < distribution.size(); ++rank) evidence.permutations[rank] += drawn[rank];
    evidence.trials += more;
    const Look look = look_at(plan, number, 0);
    const PlannedTarget& target = plan.targets.front();
    Findings findings = examined(plan, target, look, evidence);
    Findings* undecided[] = {&findings};
    reject(look, plan.budget.alpha, undecided);
    const std::optional<Verdict> verdict = verdict_of(plan, target, look, evidence, findings);
    if (!verdict) continue;
    const TestRecord* e_value = test_named(findings.tests, e_value_name);
    return {.verdict = *verdict,
            .trials = evidence.trials,
            .by_e_value = e_value != nullptr && e_value->rejected};
  }
}

}  // namespace fairshuffle
