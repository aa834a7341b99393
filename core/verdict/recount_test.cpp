// Does a recount give a judge's record back, and find what was changed in it?
#include "core/verdict/recount.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/looks.hpp"
#include "core/verdict/adjust_again.hpp"
#include "core/verdict/conclusion.hpp"
#include "core/verdict/judge.hpp"

using namespace fairshuffle;

namespace {

TestRecord test_of(const char* name, double p_value, double adjusted_p) {
  TestRecord test;
  test.name = test.test = name;
  test.applied = true;
  test.p_value = p_value;
  test.log10_p = std::log10(p_value);
  test.adjusted_p = adjusted_p;
  return test;
}

TargetRecord record_of(int look, std::vector<TestRecord> tests) {
  TargetRecord record;
  record.verdict = Verdict::fair;
  record.look = look;
  record.family = 10;
  record.alpha_at_look = 1e-6;
  record.tests = std::move(tests);
  return record;
}

// A run of one target of four cards whose first card comes first once too often in eight: one look.
RunRecord biased_run() {
  constexpr int deck_size = 4;
  constexpr std::uint64_t trials = 32'768;
  Evidence evidence(deck_size, 2);
  std::mt19937_64 words(1);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const std::uint64_t rank = words() % 8 == 0 ? words() % 6 : words() % 24;
    constexpr std::uint64_t trials_per_half = trials_per_block / 2;
    RunningTally& half = trial / trials_per_half % 2 == 0 ? evidence.first_half : evidence.second_half;
    if (trial % trials_per_half == 0) half.begin_stream();
    half.add(order_of_rank(rank, deck_size), trial);
  }
  std::vector<const TestInfo*> tests;
  for (const TestInfo& test : all_tests()) tests.push_back(&test);
  const CountedDeck deck{deck_size, 2, true};
  Look look{.is_last = true, .family = 0};
  for (const TestInfo* test : tests) look.family += hypotheses_of(*test, deck);
  RunRecord run;
  run.max_trials = trials;
  run.fixed_trials = true;
  const Candidate candidate{.evidence = &evidence, .tests = tests};
  run.results = judge(std::vector{candidate}, look, run.budget);
  run.results[0].target.deck_size = deck_size;
  run.results[0].target.marked = 2;
  conclude(run);
  return run;
}

}  // namespace

TEST_CASE("a recount of the judge's own record gives it back and keeps nothing but tv_lower") {
  const RunRecord run = biased_run();
  REQUIRE(run.verdict == Verdict::biased);
  const Recount again = recount(run);
  const TargetRecord &reported = run.results[0], &counted = again.run.results[0];
  CHECK(again.results[0].contradictions.empty());
  CHECK(again.results[0].recomputed);
  CHECK(again.results[0].kept == std::vector<std::string>{"tv_lower (within bounds)"});
  CHECK(counted.verdict == reported.verdict);
  CHECK(counted.sentence == reported.sentence);
  CHECK(counted.bias.tv_upper == reported.bias.tv_upper);
  CHECK(counted.position_counts == reported.position_counts);
  CHECK(counted.subset_counts == reported.subset_counts);
  REQUIRE(counted.tests.size() == reported.tests.size());
  for (std::size_t index = 0; index < counted.tests.size(); ++index) {
    CHECK(counted.tests[index].name == reported.tests[index].name);
    CHECK(counted.tests[index].p_value == reported.tests[index].p_value);
    CHECK(counted.tests[index].adjusted_p == reported.tests[index].adjusted_p);
  }
}

TEST_CASE("a recount takes nothing that follows from the counts from what the record says of them") {
  const RunRecord run = biased_run();
  RunRecord tampered = run;
  TargetRecord& target = tampered.results[0];
  target.verdict = tampered.verdict = Verdict::fair;
  target.family = 1;
  target.alpha_at_look = 0;
  for (TestRecord& test : target.tests) test.p_value = test.adjusted_p = 1;
  target.bias.tv_upper = 0;
  target.diagnosis.reset();
  const Recount again = recount(tampered);
  CHECK(again.run.verdict == Verdict::biased);
  CHECK(again.run.results[0].verdict == Verdict::biased);
  CHECK(again.run.results[0].family == run.results[0].family);
  CHECK(again.run.results[0].alpha_at_look == run.results[0].alpha_at_look);
  CHECK(again.run.results[0].sentence == run.results[0].sentence);
  CHECK(again.run.results[0].tests[0].adjusted_p == run.results[0].tests[0].adjusted_p);
}

TEST_CASE("counts that do not add up are named, and nothing is judged by them") {
  RunRecord run = biased_run();
  ++run.results[0].order_counts[7];
  const Recount again = recount(run);
  REQUIRE(again.results[0].contradictions.size() == 1);
  CHECK(again.results[0].contradictions[0].where == "/counts/orders");
  CHECK_FALSE(again.results[0].recomputed);
}

TEST_CASE(
    "without invalid trials the pairs are those of one stream in each half of a block, or of its lanes") {
  const RunRecord run = biased_run();
  const auto is_possible = [&run](std::uint64_t pairs, std::uint64_t invalid, const char* kind) {
    RunRecord changed = run;
    TargetRecord& target = changed.results[0];
    target.target.kind = kind;
    target.successive_pairs = pairs;
    target.invalid_trials = invalid;
    target.trials += invalid;
    const auto contradictions = recount(changed).results[0].contradictions;
    return std::ranges::none_of(
        contradictions, [](const Contradiction& each) { return each.where == "/counts/repeats/pairs"; });
  };
  CHECK(is_possible(32'768 - 4, 0, "builtin"));
  CHECK(is_possible(32'768 - 4 * 64, 0, "builtin"));
  for (const std::uint64_t fewer : {3U, 5U, 14U, 255U, 32'768U}) {
    CHECK_FALSE(is_possible(32'768 - fewer, 0, "builtin"));
  }
  CHECK_FALSE(is_possible(32'768 - 4 * 64, 0, "exec"));
  CHECK(is_possible(32'768 - 5, 1, "exec"));
}

TEST_CASE("counts that wrap round 64 bits to the number of trials do not add up") {
  RunRecord run = biased_run();
  for (const std::size_t rank : {std::size_t{3}, std::size_t{4}})
    run.results[0].order_counts[rank] += std::uint64_t{1} << 63;
  CHECK_FALSE(recount(run).results[0].recomputed);
}

TEST_CASE("an adjusted p-value stands when targets decided later leave it open, and only then") {
  // At look 1 ten hypotheses are in the family, four of them of the target that is decided at look 2: 0.01 is
  // multiplied by 9 at most, and by 5 at least.
  const auto adjusted = [](double reported_p, double reported_of_rejected) {
    TargetRecord first =
        record_of(1, {test_of("orders", 1e-9, reported_of_rejected), test_of("positions", 0.01, reported_p)});
    TargetRecord second = record_of(2, {test_of("orders", 0.001, 0.5)});
    const TargetRecord reported[] = {first, second};
    std::vector<AdjustedTarget> targets{{.reported = &reported[0], .record = &first, .hypotheses = 6},
                                        {.reported = &reported[1], .record = &second, .hypotheses = 4}};
    adjust_again(targets);
    CHECK(first.tests[0].rejected);
    CHECK(first.tests[0].adjusted_p == doctest::Approx(1e-8).scale(0));
    // One hypothesis was rejected before, and no target is left whose p-values are not known.
    CHECK(second.tests[0].adjusted_p == doctest::Approx(0.009));
    CHECK(targets[1].bounded == 0);
    CHECK(targets[0].bounded == (first.tests[1].adjusted_p == reported_p && reported_p < 0.0899));
    return first.tests[1].adjusted_p;
  };
  CHECK(adjusted(0.07, 1e-8) == 0.07);
  CHECK(adjusted(0.0501, 0.9e-8) == 0.0501);
  CHECK(adjusted(0.0499, 1e-8) == doctest::Approx(0.09));
  CHECK(adjusted(0.0901, 1.1e-8) == doctest::Approx(0.09));
}

TEST_CASE(
    "adjusted p-values that the bounds leave open grow with their p-values and are equal for equal ones") {
  const auto kept = [](double p, double adjusted, double other_p, double other_adjusted) {
    TargetRecord first = record_of(1, {test_of("orders", p, adjusted)});
    TargetRecord twin = record_of(1, {test_of("orders", other_p, other_adjusted)});
    TargetRecord later = record_of(2, {test_of("orders", 0.001, 0.5)});
    const TargetRecord reported[] = {first, twin, later};
    std::vector<AdjustedTarget> targets{{.reported = &reported[0], .record = &first, .hypotheses = 1},
                                        {.reported = &reported[1], .record = &twin, .hypotheses = 1},
                                        {.reported = &reported[2], .record = &later, .hypotheses = 8}};
    adjust_again(targets);
    return targets[0].bounded + targets[1].bounded;
  };
  CHECK(kept(0.01, 0.06, 0.01, 0.06) == 2);
  CHECK(kept(0.01, 0.03, 0.01, 0.06) == 0);
  CHECK(kept(0.01, 0.06, 0.011, 0.061) == 2);
  CHECK(kept(0.01, 0.06, 0.011, 0.05) == 0);
}
