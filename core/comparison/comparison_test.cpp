#include "core/comparison/comparison.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/record/records_for_tests.hpp"

using namespace fairshuffle;

namespace {

TargetRecord target(const std::string& name, std::optional<Verdict> verdict) {
  TargetRecord record = record_of_counts(name, 3, {2731, 2702, 2788, 2690, 2745, 2728});
  record.verdict = verdict;
  if (!verdict) record.evidence.error = "it crashed";
  return record;
}

RunRecord run_of(std::vector<TargetRecord> results, std::uint64_t seed = 1) {
  RunRecord run;
  run.seed = seed;
  run.results = std::move(results);
  return run;
}

Comparison one(std::optional<Verdict> before, std::optional<Verdict> after) {
  return compared(run_of({target("a:n=3", before)}), run_of({target("a:n=3", after)}));
}

TestRecord test_of(const char* name, double p_value) {
  TestRecord test;
  test.name = test.test = name;
  test.applied = true;
  test.p_value = p_value;
  return test;
}

}  // namespace

TEST_CASE("a target became biased when NEW finds it biased or invalid and OLD found it neither") {
  using enum Verdict;
  for (const std::optional<Verdict> before : {std::optional(fair), std::optional(inconclusive), {}}) {
    for (const Verdict after : {biased, invalid}) {
      const Comparison comparison = one(before, after);
      CHECK(comparison.became_biased == 1);
      CHECK(comparison.targets[0].became_biased);
    }
    for (const std::optional<Verdict> after : {std::optional(fair), std::optional(inconclusive), {}}) {
      CHECK(one(before, after).became_biased == 0);
    }
  }
  for (const Verdict before : {biased, invalid}) {
    for (const Verdict after : {fair, inconclusive, biased, invalid}) {
      CHECK(one(before, after).became_biased == 0);
    }
  }
}

TEST_CASE("targets belong together by name, and what only one report has is told") {
  using enum Verdict;
  const Comparison comparison =
      compared(run_of({target("a:n=3", fair), target("b:n=3", fair), target("c:n=3", biased)}),
               run_of({target("d:n=3", fair), target("c:n=3", biased), target("a:n=3", biased)}));
  std::string names;
  for (const ComparedTarget& one_target : comparison.targets) names.append(one_target.name).append(" ");
  CHECK(names == "a:n=3 b:n=3 c:n=3 d:n=3 ");
  CHECK(comparison.in_both == 2);
  CHECK(comparison.became_biased == 1);
  CHECK(comparison.targets[1].before.value().verdict == fair);
  CHECK_FALSE(comparison.targets[1].after.has_value());
  CHECK_FALSE(comparison.targets[3].before.has_value());
  CHECK(comparison.targets[3].after.value().verdict == fair);
  CHECK(compared(run_of({target("a:n=3", fair)}), run_of({target("a:n=3", fair), target("b:n=3", biased)}))
            .targets[1]
            .became_biased);
}

TEST_CASE("of a name that stands twice the first belongs to the first") {
  using enum Verdict;
  const Comparison comparison =
      compared(run_of({target("a:n=3", fair), target("a:n=3", biased)}),
               run_of({target("a:n=3", biased), target("a:n=3", fair), target("a:n=3", invalid)}));
  REQUIRE(comparison.targets.size() == 3);
  CHECK(comparison.targets[0].became_biased);
  CHECK(comparison.targets[1].before.value().verdict == biased);
  CHECK(comparison.targets[1].after.value().verdict == fair);
  CHECK_FALSE(comparison.targets[2].before.has_value());
}

TEST_CASE("p-values of a test stand side by side, and one that was not applied is absent") {
  TargetRecord before = target("a:n=3", Verdict::fair), after = before;
  before.tests = {test_of("permutations", 0.5), test_of("parity", 0.25), test_of("cycles", 1)};
  before.tests[2].applied = false;
  after.tests = {test_of("parity", 0.125), test_of("permutations", 0), test_of("cycles", 0.75)};
  after.tests[1].log10_p = -834, after.tests[1].rejected = true;
  const auto tests = compared(run_of({before}), run_of({after})).targets[0].tests;
  REQUIRE(tests.size() == 3);
  CHECK(tests[0].name == "parity");
  CHECK(tests[0].before->p_value == 0.25);
  CHECK(tests[0].after->p_value == 0.125);
  CHECK(tests[1].after->log10_p == -834);
  CHECK(tests[1].after->rejected);
  CHECK_FALSE(tests[1].before->rejected);
  CHECK_FALSE(tests[2].before.has_value());
  CHECK(tests[2].after->p_value == 0.75);
}

TEST_CASE("p-values of counts are adjusted by Holm's method over the targets that were tested") {
  const std::vector<std::uint64_t> counts{2731, 2702, 2788, 2690, 2745, 2728},
      other{2600, 2800, 2750, 2720, 2790, 2724};
  const auto named = [](const char* name, const std::vector<std::uint64_t>& by_rank) {
    return record_of_counts(name, 3, by_rank);
  };
  const Comparison comparison =
      compared(run_of({named("a:n=3", counts), named("b:n=3", counts), named("c:n=3", counts)}, 1),
               run_of({named("a:n=3", other), named("b:n=3", counts),
                       named("c:n=3", {2430, 3011, 3040, 3022, 2437, 2444})},
                      2));
  CHECK(comparison.tested.all() == 2);  // b has the very same counts
  const ComparedCounts &a = comparison.targets[0].counts, &c = comparison.targets[2].counts;
  CHECK(a.p_value > 0.01);
  CHECK(a.adjusted_p == doctest::Approx(a.p_value));
  CHECK(a.answer == CountsAnswer::agree);
  CHECK(c.adjusted_p == doctest::Approx(2 * c.p_value).scale(0));
  CHECK(c.answer == CountsAnswer::differ);
  CHECK(comparison.targets[1].counts.answer == CountsAnswer::same);
}

TEST_CASE("named bets are tested in one family with the counts") {
  const std::vector<std::uint64_t> counts{2731, 2702, 2788, 2690, 2745, 2728},
      other{2600, 2800, 2750, 2720, 2790, 2724};
  const NamedBet bet{
      .kind = NamedBet::Kind::count, .name = "first", .cards = {0}, .places = {0}, .deck_size = 0};
  NamedBet lost = bet;
  lost.name = "lost";
  const auto with_bets = [&](const std::vector<std::uint64_t>& by_rank, std::uint64_t met,
                             const std::vector<NamedBet>& bets) {
    TargetRecord record = record_of_counts("a:n=3", 3, by_rank);
    record.bets = bets;
    for (const NamedBet& each : bets) {
      record.bet_records.push_back(
          {.name = each.name,
           .values = {{.value = "0", .fair = 0.7, .count = 16'384 - met, .lower = {}, .upper = {}},
                      {.value = "1", .fair = 0.3, .count = met, .lower = {}, .upper = {}}}});
    }
    return record;
  };
  const Comparison differ = compared(run_of({with_bets(counts, 5'400, {bet, lost})}, 1),
                                     run_of({with_bets(other, 6'000, {bet})}, 2));
  CHECK(differ.tested.targets == 1);
  CHECK(differ.tested.bets == 1);
  REQUIRE(differ.targets[0].bets.size() == 2);
  const ComparedBet& first = differ.targets[0].bets[0];
  CHECK(first.answer == CountsAnswer::differ);
  CHECK(first.adjusted_p == doctest::Approx(2 * first.p_value).scale(0));
  // The larger p-value of both stays what it is, and may not fall below that of the smaller one, adjusted.
  CHECK(differ.targets[0].counts.adjusted_p == doctest::Approx(differ.targets[0].counts.p_value));
}

TEST_CASE("the larger confidence of both holds, and settings that differ are named") {
  RunRecord before = run_of({target("a:n=3", Verdict::fair)}), after = before;
  after.budget.confidence = 0.99;
  after.budget.tolerance = 0.01;
  after.max_trials = 1000;
  after.fixed_trials = true;
  after.results[0].target.draw = "modulo";
  const Comparison comparison = compared(before, after);
  CHECK(comparison.confidence == 0.999);
  CHECK(comparison.settings == std::vector<ChangedSetting>{{"confidence", "0.999", "0.99"},
                                                           {"tolerance", "0.001", "0.01"},
                                                           {"most trials", "1,000,000,000", "1,000"},
                                                           {"looks", "at more and more trials", "one"}});
  CHECK(comparison.targets[0].settings == std::vector<ChangedSetting>{{"draw method", "none", "modulo"}});
  // Another target of that name: the seed promises nothing.
  CHECK(comparison.targets[0].counts.remark == SeedRemark::same_of_other_seeds);
}

TEST_CASE("a verdict that the job expects, or no longer, is among the settings and changes no seed") {
  const TargetRecord plain = target("a:n=3", Verdict::fair);
  TargetRecord expecting = plain;
  expecting.expected = Verdict::biased;
  const auto settings = [](const TargetRecord& before, const TargetRecord& after) {
    const ComparedTarget compared_one = compared(run_of({before}), run_of({after})).targets[0];
    CHECK(compared_one.counts.remark == SeedRemark::same_of_same_seed);
    return compared_one.settings;
  };
  CHECK(settings(plain, expecting) == std::vector<ChangedSetting>{{"expected verdict", "none", "biased"}});
  CHECK(settings(expecting, plain) == std::vector<ChangedSetting>{{"expected verdict", "biased", "none"}});
  CHECK(settings(expecting, expecting).empty());
}

TEST_CASE("a target of NEW without a verdict and a wrong control of NEW are told") {
  Comparison comparison = one(Verdict::fair, {});
  CHECK(comparison.unjudged == 1);
  CHECK(comparison.targets[0].counts.answer == CountsAnswer::untested);
  CHECK_FALSE(comparison.targets[0].counts.why_untested.has_value());
  CHECK(one({}, Verdict::fair).unjudged == 0);
  RunRecord before = run_of({target("a:n=3", Verdict::fair)}), after = before;
  after.controls = {target("a:n=3", Verdict::fair)};
  after.controls[0].expected = Verdict::biased;
  CHECK(compared(before, after).control_is_wrong);
  CHECK_FALSE(compared(after, before).control_is_wrong);
}

TEST_CASE("records without a target in common, or of other decks, cannot be compared") {
  const RunRecord three = run_of({target("a:n=3", Verdict::fair)});
  CHECK_FALSE(why_not_comparable(three, three).has_value());
  RunRecord others = run_of({target("b:n=3", Verdict::fair), target("c:n=3", Verdict::fair)});
  CHECK(why_not_comparable(three, others) == NotComparable::no_target_in_both);
  CHECK(why_not_comparable(run_of({}), three) == NotComparable::no_target_in_both);
  RunRecord four = three;
  four.results[0].target.deck_size = 4;
  CHECK(why_not_comparable(three, four) == NotComparable::no_deck_size_in_both);
  // One target of the same deck is enough.
  others.results.push_back(three.results[0]);
  four.results.push_back(others.results[0]);
  CHECK_FALSE(why_not_comparable(others, four).has_value());
}
