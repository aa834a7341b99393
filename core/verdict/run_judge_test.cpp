// A whole run judged from plan and evidence: as its looks judged it, and from nothing else.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/plan.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/judge.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

TestRecord test_of(double p_value) {
  TestRecord test;
  test.applied = true;
  test.p_value = p_value;
  test.log10_p = std::log10(p_value);
  return test;
}

Findings findings_of(const std::vector<double>& p_values) {
  Findings findings;
  for (const double p_value : p_values) findings.tests.push_back(test_of(p_value));
  return findings;
}

// The tests of all findings after one look of a family of so many hypotheses.
std::vector<TestRecord> adjusted(std::vector<Findings> targets, std::uint64_t family, double alpha) {
  std::vector<Findings*> undecided;
  for (Findings& findings : targets) undecided.push_back(&findings);
  reject({.family = family}, alpha, undecided);
  std::vector<TestRecord> tests;
  for (const Findings& findings : targets) {
    tests.insert(tests.end(), findings.tests.begin(), findings.tests.end());
  }
  return tests;
}

Plan plan_of_two(std::uint64_t max_trials) {
  Plan plan;
  plan.tests = names_of_all_tests();
  plan.max_trials = max_trials;
  plan.budget.tolerance = 0.05;
  plan.targets = {target_of(4), target_of(3)};
  plan.targets[0].name = "first";
  plan.targets[1].name = "second";
  return plan;
}

// Blocks, each a stream, halved as the engine halves them: block 0 piece by piece between its looks.
Evidence block_evidence(int deck_size, std::uint64_t trials, double heavier, std::uint64_t seed) {
  TallyHalves halves(deck_size, 0);
  std::vector<double> weights(permutation_count(deck_size), 1.0);
  weights[1] = heavier;
  std::discrete_distribution<std::uint64_t> ranks(weights.begin(), weights.end());
  std::mt19937_64 words(seed);
  TrialStream stream(deck_size);
  for (std::uint64_t begin = 0; begin < trials;) {
    std::uint64_t end = begin + trials_per_block;
    for (const std::uint64_t cut : {2'400U, 3'600U, 5'400U, 8'000U, 12'000U, 16'384U}) {
      if (begin < cut) end = std::min(end, cut);
    }
    end = std::min(end, trials);
    if (begin % trials_per_block == 0) stream.begin();
    for (std::uint64_t trial = begin; trial < end; ++trial) {
      RunningTally& half = trial - begin < (end - begin) / 2 ? halves.first : halves.second;
      stream.add(permutation_of_rank(ranks(words), deck_size), trial, half);
    }
    begin = end;
  }
  Evidence evidence = evidence_of(halves);
  evidence.bet = chosen_bet(halves.first.complete(), halves.second.complete());
  return evidence;
}

}  // namespace

TEST_CASE("an adjusted p-value that does not reject is never below Holm's, and gives the same verdicts") {
  // 2,000 families drawn by one fixed seed, with p-values over eight decades; nothing is left to chance.
  std::mt19937_64 words(7);
  std::uniform_real_distribution<double> decades(-8, 0);
  std::uniform_int_distribution<int> sizes(1, 12);
  constexpr double alpha = 0.01;
  std::size_t rejected = 0, larger = 0;
  for (int round = 0; round < 2'000; ++round) {
    std::vector<double> p_values;
    for (int test = sizes(words); test > 0; --test) p_values.push_back(std::pow(10, decades(words)));
    std::vector<TailProbability> tails;
    for (const double p_value : p_values) tails.push_back({p_value, std::log10(p_value)});
    const std::size_t family = p_values.size() + static_cast<std::size_t>(sizes(words));
    const std::vector<double> holm = holm_adjusted(tails, family);
    const std::vector<TestRecord> tests = adjusted({findings_of(p_values)}, family, alpha);
    for (std::size_t index = 0; index < tests.size(); ++index) {
      CHECK(tests[index].adjusted_p >= holm[index]);
      CHECK(tests[index].rejected == (holm[index] <= alpha));
      CHECK((tests[index].adjusted_p <= alpha) == tests[index].rejected);
      if (tests[index].rejected) CHECK(tests[index].adjusted_p == holm[index]);
      rejected += tests[index].rejected;
      larger += tests[index].adjusted_p > holm[index];
    }
  }
  CHECK(rejected > 1'000);
  CHECK(larger > 0);
}

TEST_CASE("an adjusted p-value does not depend on targets that are decided later") {
  const std::vector<TestRecord> alone = adjusted({findings_of({1e-9, 0.01, 0.3})}, 10, 1e-6);
  // Another target whose p-values lie between those of the first, and reject nothing.
  const std::vector<TestRecord> beside =
      adjusted({findings_of({1e-9, 0.01, 0.3}), findings_of({0.001, 0.02, 0.02})}, 10, 1e-6);
  CHECK(alone[0].adjusted_p == doctest::Approx(1e-8).scale(0));
  CHECK(alone[1].adjusted_p == doctest::Approx(0.09));
  for (std::size_t index = 0; index < alone.size(); ++index) {
    CHECK(beside[index].adjusted_p == alone[index].adjusted_p);
    CHECK(beside[index].rejected == alone[index].rejected);
  }
}

TEST_CASE("a run is judged look by look, each target at the look that its trials stand at") {
  const Plan plan = plan_of_two(65'536);
  const std::vector<Evidence> evidence{block_evidence(4, 16'384, 3, 1), block_evidence(3, 32'768, 1, 2)};
  const std::vector<Findings> findings = judge(plan, evidence);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].verdict == Verdict::biased);
  CHECK(findings[0].look == 6);
  CHECK(findings[1].verdict == Verdict::fair);
  CHECK(findings[1].look == 7);
  CHECK(findings[0].family == findings[1].family);
  const LookSchedule schedule(plan.max_trials, plan.fixed_trials);
  CHECK(findings[1].alpha_at_look == doctest::Approx(plan.budget.alpha / 2 * schedule.share(1)).scale(0));
  CHECK(findings[1].bias.confidence == doctest::Approx(1 - 0.001 * schedule.share(1)).epsilon(1e-12));
  // What was rejected at an earlier look has left the family of the next.
  const std::uint64_t rejected = rejected_hypotheses(findings[0].tests);
  REQUIRE(rejected > 0);
  const TestRecord& permutations = *test_named(findings[1].tests, "permutations");
  const double left = static_cast<double>(findings[1].family) - static_cast<double>(rejected);
  CHECK(permutations.adjusted_p == doctest::Approx(std::min(1.0, permutations.p_value * left)));
  // The bet is judged at the confidence of the deciding look.
  CHECK(findings[1].bias.tv_lower.value() == tv_lower_bound(*evidence[1].bet, findings[1].bias.confidence));
  for (std::size_t index = 0; index < evidence.size(); ++index) {
    CHECK(contradictions_of(plan, plan.targets[index], evidence[index]).empty());
  }
}

TEST_CASE("evidence that does not add up is not judged, and one with an error has no verdict") {
  const Plan plan = plan_of_two(16'384);
  std::vector<Evidence> evidence{block_evidence(4, 16'384, 1, 3), block_evidence(3, 16'384, 1, 4)};
  evidence[1] = {};
  evidence[1].error = "the child died";
  const std::vector<Findings> findings = judge(plan, evidence);
  CHECK(findings[0].verdict.has_value());
  CHECK_FALSE(findings[1].verdict.has_value());
  ++evidence[0].permutations[3];
  CHECK_THROWS_AS(judge(plan, evidence), std::invalid_argument);
  evidence.pop_back();
  CHECK_THROWS_AS(judge(plan, evidence), std::invalid_argument);
}

TEST_CASE("trials, pairs, bets and counting that no run of the plan brings are named") {
  Plan plan = plan_of_two(32'768);
  const Evidence honest = block_evidence(4, 32'768, 1, 5);
  PlannedTarget& target = plan.targets[0];
  const auto where = [&](const Evidence& evidence) {
    std::string places;
    for (const Contradiction& wrong : contradictions_of(plan, target, evidence)) places += wrong.where + " ";
    return places;
  };
  CHECK(where(honest).empty());
  Evidence changed = honest;
  changed.trials -= 1;
  CHECK(where(changed).starts_with("/evidence/trials"));
  for (const std::uint64_t fewer : {1U, 10U, 126U}) {
    changed = honest;
    changed.repeats.pairs -= fewer;
    CHECK(where(changed) == "/evidence/repeats/pairs ");
  }
  // Lanes are streams of their own, 64 in each block, and a run in sequence is one stream.
  target.facts.in_lanes = true;
  CHECK(where(honest) == "/evidence/repeats/pairs ");
  changed = honest;
  changed.repeats.pairs = 32'768 - 2 * 64;
  CHECK(where(changed).empty());
  target.facts.in_lanes = false;
  target.facts.in_sequence = true;
  CHECK(where(honest) == "/evidence/repeats/pairs ");
  changed.repeats.pairs = 32'768 - 1;
  CHECK(where(changed).empty());
  target.facts.in_sequence = false;
  changed = honest;
  changed.bet->judged += 1;
  CHECK(where(changed) == "/evidence/bet/judged ");
  // Within the first block too: of an odd number of trials the second halves have one more.
  const Plan few = [&plan] {
    Plan changed_plan = plan;
    changed_plan.max_trials = 9'999;
    return changed_plan;
  }();
  Evidence early = block_evidence(4, 9'999, 1, 6);
  CHECK(early.bet->judged == 5'000);
  CHECK(contradictions_of(few, target, early).empty());
  early.bet->judged -= 1;
  CHECK(contradictions_of(few, target, early).size() == 1);
  changed = honest;
  changed.unread = true;
  CHECK(where(changed) == "/evidence/unread ");
  changed = honest;
  changed.error = "it crashed";
  CHECK(where(changed) == "/evidence/error ");
  target.facts.permutations_counted = false;
  CHECK(where(honest) == "/facts/permutations_counted ");
  target.facts.permutations_counted = true;
  // An invalid trial may part pairs, and one from outside may end with it.
  changed = honest;
  changed.invalid_trials = 1;
  changed.trials = 1'000;
  changed.repeats.pairs = 997;
  changed.witnesses = {{.trial = 0, .permutation = {0, 0, 1, 2}, .row = "0 0 1 2"}};
  CHECK(where(changed) == "/evidence/trials /evidence/invalid/witnesses/0/row ");
  target.facts.may_end = true;
  CHECK(where(changed).empty());
}
