// Seed spaces whose size is known, found by whole runs.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "harness/engine/plans_for_tests.hpp"
#include "harness/engine/run.hpp"

using namespace fairshuffle;

namespace {

// One look, at so many trials. The interval misses with probability 1e-7 at most.
TargetRecord one_look_of(const std::string& target, std::uint64_t trials, std::uint64_t seed = 1) {
  RunPlan plan = plan_for({target}, trials, 2);
  plan.fixed_trials = true;
  plan.budget.confidence = 1 - 1e-7;
  plan.seed = seed;
  return run_quietly(plan).front();
}

// Whether there is an estimate. Of one run in a hundred there is none: its first repeat came late by chance.
bool check_seeds(const TargetRecord& record, double log2_seeds) {
  CAPTURE(record.name);
  CAPTURE(record.sentence);
  CHECK(record.verdict == Verdict::biased);
  CHECK_FALSE(record.dependent);
  REQUIRE(record.seed_space);
  REQUIRE(record.seed_space->estimate.has_value() == (record.seed_space->first_repeat_p.value_or(1) >= 0.01));
  if (!record.seed_space->estimate) return false;
  CHECK(record.seed_space->estimate->log2_lower <= log2_seeds);
  CHECK(record.seed_space->estimate->log2_upper >= log2_seeds);
  REQUIRE(record.seed_space->log2_fewest_permutations);
  CHECK(*record.seed_space->log2_fewest_permutations <= log2_seeds);
  return true;
}

// Of one of three runs there is an estimate but with a probability of 1e-6.
void check_three_runs(const std::string& target, std::uint64_t trials, double log2_seeds) {
  int estimates = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const TargetRecord record = one_look_of(target, trials, seed);
    if (record.seed_space->repeats > 0 && check_seeds(record, log2_seeds)) ++estimates;
  }
  CHECK(estimates > 0);
}

}  // namespace

TEST_CASE("per-shuffle-random seeds are counted: 2^16 of them in under 2,400 trials, and 2^20" *
          doctest::test_suite("simulations")) {
  check_seeds(one_look_of("durstenfeld:n=52,seeding=per-shuffle-random,seeds=2^16", 2'399), 16);
  const TargetRecord record = one_look_of("durstenfeld:n=54,seeding=per-shuffle-random,seeds=2^20", 40'000);
  if (check_seeds(record, 20))
    CHECK(record.seed_space->estimate->log2_upper - record.seed_space->estimate->log2_lower < 1);
}

TEST_CASE("seeds are counted of 9 to 12 cards too, whether all permutations are counted or some are kept" *
          doctest::test_suite("simulations")) {
  // Of 2,400 trials 44 come again for the seeds, and of 9 cards 8 more for chance.
  for (const char* deck : {"durstenfeld:n=9", "durstenfeld:n=10", "durstenfeld:n=11", "durstenfeld:n=12"}) {
    check_seeds(one_look_of(std::string(deck) + ",seeding=per-shuffle-random,seeds=2^16", 2'400), 16);
  }
}

TEST_CASE(
    "permutations that a named mistake brings back itself tell of no starting states, and others still do") {
  const TargetRecord cut = one_look_of("random-cut:n=52", 2'400);
  CHECK(cut.seed_space->repeats > 2'000);
  CHECK_FALSE(cut.seed_space->estimate);
  REQUIRE(cut.diagnosis);
  CHECK(cut.diagnosis->explains_repeats);
  CHECK(cut.diagnosis->fits.front().mistakes.front().target == "random-cut:n=52");
  const TargetRecord seeded = one_look_of("naive-swap:n=52,seeding=per-shuffle-random,seeds=2^16", 2'400);
  CHECK(seeded.seed_space->estimate);
  CHECK_FALSE(seeded.diagnosis->explains_repeats);
}

TEST_CASE("C#'s seeded Random has 2^31 starts" * doctest::test_suite("simulations")) {
  // 14.6 decks come again: none does with probability 5e-7.
  check_three_runs("durstenfeld:n=52,source=dotnet-random,draw=native,seeding=per-shuffle-random,seeds=2^31",
                   250'000, 31);
}

TEST_CASE("the Mersenne Twister has 2^32 starts, which 250,000 freshly seeded shuffles show" *
          doctest::test_suite("simulations")) {
  // 7.3 decks come again in each of two runs: none does in either with probability 5e-7.
  const char* const twister = "durstenfeld:n=52,source=mt19937,seeding=per-shuffle-random,seeds=2^32";
  const TargetRecord one = one_look_of(twister, 250'000, 1), other = one_look_of(twister, 250'000, 2);
  CHECK(one.seed_space->repeats + other.seed_space->repeats > 0);
  for (const TargetRecord* record : {&one, &other}) {
    if (record->seed_space->repeats > 0) check_seeds(*record, 32);
  }
}

TEST_CASE("a floor of the permutations is told where each shuffle is seeded by a draw, and nowhere else" *
          doctest::test_suite("simulations")) {
  const TargetRecord fresh = one_look_of(
      "durstenfeld:n=52,source=java-random,draw=native,seeding=per-shuffle-random,seeds=2^48", 20'000);
  REQUIRE(fresh.seed_space->log2_fewest_permutations);
  CHECK(*fresh.seed_space->log2_fewest_permutations > 20);
  CHECK(*fresh.seed_space->log2_fewest_permutations <= 48);
  CHECK(fresh.sentence.find("different permutations can come out") != std::string::npos);
  // Within a stream no state comes again, and a deck that is carried on remembers those before it.
  for (const char* target :
       {"durstenfeld:n=52", "durstenfeld:n=52,source=java-random,draw=native",
        "durstenfeld:n=52,seeding=per-run", "durstenfeld:n=52,seeding=per-shuffle-counter",
        "durstenfeld:n=52,seeding=per-shuffle-clock", "durstenfeld:n=52,seeding=per-draw-clock",
        "durstenfeld:n=52,seeding=per-shuffle-random,seeds=2^40,reset=never"}) {
    const TargetRecord record = one_look_of(target, 3'000);
    CAPTURE(target);
    REQUIRE(record.seed_space);
    CHECK_FALSE(record.seed_space->log2_fewest_permutations);
    CHECK(record.sentence.find("can come out") == std::string::npos);
  }
}

TEST_CASE("a clock's shuffles of one tick are told by repeats, and not as few starts") {
  const TargetRecord record =
      one_look_of("durstenfeld:n=52,seeding=per-shuffle-clock,clock=s,rate=100", 3'000);
  CHECK(rejects_as_uneven(record.tests, "repeats"));
  CHECK(rejects_as_uneven(record.tests, "birthday"));
  CHECK(record.dependent);
  CHECK_FALSE(record.seed_space->estimate);
}

TEST_CASE(
    "the permutations that come again are the same on any threads, and at looks of one run or another") {
  const std::vector<std::string> targets{"durstenfeld:n=16,seeding=per-shuffle-random,seeds=2^25",
                                         "swap-pairs:k=3,n=13", "durstenfeld:n=13"};
  constexpr std::uint64_t trials = 600'000;
  std::vector<TargetRecord> alone, together;
  for (const int threads : {1, 3}) {
    RunPlan plan = plan_for(targets, trials, threads);
    plan.fixed_trials = true;
    (threads == 1 ? alone : together) = run_quietly(plan);
  }
  for (std::size_t target = 0; target < targets.size(); ++target) check_same(alone[target], together[target]);
  CHECK(alone[0].evidence.birthday.one_in == 2);
  CHECK(alone[0].seed_space->repeats > 1'000);
  CHECK(alone[2].seed_space->expected_repeats > 5);
  // The run that looked at it on its way has kept the same of it.
  const TargetRecord looked_at = run_quietly(plan_for({targets[2]}, trials, 2)).front();
  CHECK(looked_at.evidence.trials == trials);
  CHECK(looked_at.evidence.birthday.kept == alone[2].evidence.birthday.kept);
  CHECK(looked_at.evidence.birthday.distinct == alone[2].evidence.birthday.distinct);
}

TEST_CASE("what a run keeps of permutations fits a hundred mebibytes, whatever its targets") {
  const std::vector<std::string> one{"durstenfeld:n=54"};
  const std::vector<std::string> small{"durstenfeld:n=8"}, middle{"durstenfeld:n=12", "durstenfeld:n=10"};
  std::vector<std::string> many;
  for (int card = 13; card < 38; ++card) many.push_back("durstenfeld:n=" + std::to_string(card));
  // Permutations are kept where they are not counted: five such targets halve the slots, four of them do not.
  const auto slots_beside_four = [](const std::string& target) {
    std::vector<std::string> five{target};
    for (const char* large : {"14", "15", "16", "17"}) five.push_back(std::string("durstenfeld:n=") + large);
    return plan_data(plan_for(five, 1'000)).birthday_slots;
  };
  CHECK(slots_beside_four("durstenfeld:n=8") == most_birthday_slots);
  CHECK(slots_beside_four("durstenfeld:n=10") == most_birthday_slots);
  CHECK(slots_beside_four("durstenfeld:n=12") == most_birthday_slots / 2);
  constexpr std::uint64_t mebi = 1 << 20;
  CHECK(plan_data(plan_for(one, 1'000)).birthday_slots == most_birthday_slots);
  CHECK(plan_data(plan_for(many, 1'000)).birthday_slots == most_birthday_slots / 8);
  CHECK(memory_of(plan_for(one, 1'000)) > 20 * mebi);
  CHECK(memory_of(plan_for(many, 1'000)) < 200 * mebi);
  CHECK(memory_of(plan_for(small, 1'000)) < 4 * mebi);
  CHECK(memory_of(plan_for(middle, 1'000)) > 20 * mebi);
  CHECK(plan_data(plan_for(middle, 1'000)).birthday_slots == birthday_slots(1));
}
