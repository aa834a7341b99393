#include "core/statistics/seed_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/findings.hpp"
#include "core/verdict/dependence.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

// The deck of a seed: as good as random, and always the same.
std::vector<Card> deck_of(int deck_size, std::uint64_t seed) {
  std::mt19937_64 words(seed);
  std::vector<Card> deck;
  for (int card = 0; card < deck_size; ++card) deck.push_back(static_cast<Card>(card));
  for (std::size_t left = deck.size(); left > 1; --left) std::swap(deck[left - 1], deck[words() % left]);
  return deck;
}

// One stream of trials, each with the deck of seed(trial), judged by all tests at one look.
template <class Seed>
TargetRecord judged_trials(int deck_size, std::uint64_t trials, bool starts_anew, Seed seed,
                           bool from_outside = false) {
  TallyHalves halves(deck_size, 0);
  halves.expect(trials);
  TrialStream stream(deck_size);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    stream.add(deck_of(deck_size, seed(trial)), trial, trial < trials / 2 ? halves.first : halves.second);
  }
  PlannedTarget target = target_of(deck_size);
  target.facts.starts_anew = starts_anew;
  target.facts.may_end = from_outside;
  RunSettings settings;
  settings.tests = names_of_all_tests();
  return judged(halves, settings, {.number = 1, .is_last = true, .share = 1, .family = 100}, target);
}

bool rejects(const TargetRecord& record, std::string_view test) {
  return rejects_as_uneven(record.tests, test);
}

Findings birthday_rejected() {
  Findings findings;
  TestRecord& birthday = findings.tests.emplace_back();
  birthday.name = birthday.test = "birthday";
  birthday.applied = birthday.rejected = true;
  return findings;
}

}  // namespace

// Nothing here is drawn by chance but from fixed seeds. Intervals miss with probability 1e-3 each.

TEST_CASE("seeds of sixteen bits are found within 2,399 trials, and their number is told") {
  // 43 decks come again; that none does has probability e^-43.
  std::mt19937_64 seeds(1);
  const TargetRecord record =
      judged_trials(52, 2'399, true, [&seeds](std::uint64_t) { return seeds() % 65'536; });
  CHECK(record.verdict == Verdict::biased);
  CHECK(record.found_by == "birthday");
  CHECK_FALSE(record.dependent);
  REQUIRE(record.seed_space);
  REQUIRE(record.seed_space->estimate);
  const SeedEstimate& estimate = *record.seed_space->estimate;
  CHECK(estimate.log2_lower <= 16);
  CHECK(estimate.log2_upper >= 16);
  CHECK(estimate.log2_upper - estimate.log2_lower < 2);
  CHECK_FALSE(estimate.dense);
  REQUIRE(record.seed_space->log2_fewest_permutations);
  CHECK(*record.seed_space->log2_fewest_permutations <= 16);
  CHECK(*record.seed_space->log2_fewest_permutations > 15);
}

TEST_CASE("a deck that follows itself by chance, since starts are few, proves no dependence") {
  std::mt19937_64 seeds(1);
  std::uint64_t last = 0;
  const TargetRecord record = judged_trials(52, 2'399, true, [&](std::uint64_t trial) {
    if (trial != 1'000) last = seeds() % 65'536;
    return last;
  });
  CHECK(rejects(record, "repeats"));
  CHECK(rejects(record, "birthday"));
  CHECK_FALSE(record.dependent);
  CHECK(record.seed_space->estimate);
}

TEST_CASE(
    "of decks dealt without replacement from a bank no number of starting states is told, nor a floor") {
  // 2,000 decks, then half of them again. Each of these pairs would lie in the first 2,000 of 3,000 trials by
  // a chance of 4/9: that none does has about (5/9)^1000.
  std::vector<std::uint64_t> bank(2'000);
  std::iota(bank.begin(), bank.end(), 0);
  std::mt19937_64 words(3);
  const TargetRecord record = judged_trials(52, 3'000, true, [&](std::uint64_t trial) {
    if (trial == bank.size()) std::ranges::shuffle(bank, words);
    return bank[trial % bank.size()];
  });
  CHECK(record.verdict == Verdict::biased);
  CHECK_FALSE(record.dependent);
  CHECK(record.evidence.birthday.first_repeat == 2'000);
  REQUIRE(record.seed_space);
  CHECK_FALSE(record.seed_space->estimate);
  CHECK_FALSE(record.seed_space->log2_fewest_permutations);
  CHECK(record.seed_space->first_repeat_p.value() < 1e-100);
}

TEST_CASE("where permutations are counted a bank of decks from outside has no number of starting states") {
  // 6,000 decks of nine cards, dealt without replacement, and then half of them again. Those that are drawn
  // independently, by a shuffle that is built in, have their number.
  std::vector<std::uint64_t> bank(6'000);
  std::iota(bank.begin(), bank.end(), 0);
  std::mt19937_64 words(4);
  const auto dealt = [&](std::uint64_t trial) {
    if (trial == bank.size()) std::ranges::shuffle(bank, words);
    return bank[trial % bank.size()];
  };
  const SeedSpaceRecord of_bank = judged_trials(9, 9'000, true, dealt, true).seed_space.value();
  CHECK_FALSE(of_bank.estimate);
  CHECK_FALSE(of_bank.first_repeat_p);
  CHECK(of_bank.first_repeat_unknown);
  const auto drawn = [&](std::uint64_t) { return words() % 6'000; };
  CHECK(judged_trials(9, 9'000, false, drawn).seed_space.value().first_repeat_unknown);
  const SeedSpaceRecord of_seeds = judged_trials(9, 9'000, true, drawn).seed_space.value();
  CHECK(of_seeds.estimate);
  CHECK_FALSE(of_seeds.first_repeat_unknown);
}

TEST_CASE("where most of the states came, the estimate says so and is sharp") {
  std::mt19937_64 seeds(2);
  const TargetRecord record =
      judged_trials(52, 3'000, true, [&seeds](std::uint64_t) { return seeds() % 1'000; });
  REQUIRE(record.seed_space->estimate);
  CHECK(record.seed_space->estimate->dense);
  CHECK(std::abs(std::exp2(record.seed_space->estimate->log2_states) - 1'000) < 30);
  CHECK(record.seed_space->estimate->log2_lower >= std::log2(900));
}

TEST_CASE("a stream of full period has no deck twice, and no floor is claimed of it") {
  // All 2^16 states in turn: 20,000 trials without a repeat would say "at least 2^24 permutations" if each
  // started from its own draw, where 2^16 is true.
  const auto state = [](std::uint64_t trial) { return (25'173 * trial + 13'849) % 65'536; };
  const TargetRecord stream = judged_trials(52, 20'000, false, state);
  REQUIRE(stream.seed_space);
  CHECK(stream.seed_space->repeats == 0);
  CHECK_FALSE(rejects(stream, "birthday"));
  CHECK_FALSE(stream.seed_space->log2_fewest_permutations);
  CHECK(std::log2(fewest_permutations(stream.evidence.birthday, 52, 0.999)) > 24);
}

TEST_CASE("a period is found, and told as what dependence the decks") {
  const TargetRecord record =
      judged_trials(52, 3'000, false, [](std::uint64_t trial) { return trial % 1'100; });
  CHECK(record.verdict == Verdict::biased);
  CHECK(record.dependent);
  REQUIRE(record.dependence);
  CHECK(record.dependence->proof == DependenceProof::birthday);
  CHECK(record.dependence->shape == DependenceShape::periodic);
  CHECK(record.dependence->period == 1'100);
  CHECK_FALSE(record.seed_space->estimate);
  CHECK_FALSE(record.bias.tv_upper);
}

TEST_CASE("two permutations that come again after as many trials may be chance: no period is told") {
  // Of 2,000 trials trials 1,500 and 1,700 bring the decks of trials 500 and 700.
  const auto twice = [](std::uint64_t trial) {
    return trial == 1'500 || trial == 1'700 ? trial - 1'000 : trial;
  };
  const TargetRecord record = judged_trials(52, 2'000, false, twice);
  CHECK(record.evidence.birthday.distance == 1'000);
  CHECK(rejects(record, "birthday"));
  CHECK_FALSE(record.dependent);
  CHECK(record.seed_space->estimate);
}

TEST_CASE(
    "a period is at least two trials, and told of permutations that come again too often and not by chance") {
  Findings findings = birthday_rejected();
  TestRecord& birthday = findings.tests.front();
  Tally whole(52, 0);
  const auto period_at = [&](std::uint64_t trials, std::uint64_t repeats, std::uint64_t distance) {
    whole.trials = trials;
    whole.repeats = {.pairs = trials - 1, .equal = 0};
    // Of so few permutations that nothing but the number of repeats speaks.
    whole.birthday = {.one_in = 1,
                      .kept = trials,
                      .distinct = trials - repeats,
                      .again = 7,
                      .distance = distance,
                      .at_distance = 7,
                      .repeats_at_distance = repeats};
    return period_of(whole, findings);
  };
  CHECK(period_at(3'000, 1'900, 1'100) == 1'100);
  CHECK(period_at(3'000, 2'998, 2) == 2);
  CHECK_FALSE(period_at(3'000, 2'999, 1));
  CHECK_FALSE(period_at(3'000, 1'900, 0));
  // (2/N)^3 of four permutations is 1e-9 at N = 2,000.
  CHECK_FALSE(period_at(1'990, 4, 1'500));
  CHECK(period_at(2'010, 4, 1'500) == 1'500);
  CHECK_FALSE(period_at(2'010, 3, 1'500));
  CHECK(period_at(1'990, 5, 1'500) == 1'500);
  // At 500 trials one permutation comes four times again.
  CHECK_FALSE(period_at(2'010, 4, 500));
  CHECK_FALSE(period_at(2'010, 12, 500));
  CHECK(period_at(2'010, 13, 500) == 500);
  birthday.tail = Tail::lower;
  CHECK_FALSE(period_at(3'000, 1'900, 1'100));
  birthday.tail = Tail::upper;
  birthday.rejected = false;
  CHECK_FALSE(period_at(3'000, 1'900, 1'100));
  findings.tests.clear();
  CHECK_FALSE(period_at(3'000, 1'900, 1'100));
}

TEST_CASE("a step that far more permutations keep to than by chance is a period, whatever else came again") {
  const Findings findings = birthday_rejected();
  Tally whole(52, 0);
  whole.trials = 100'000;
  const auto is_period = [&](std::uint64_t again, std::uint64_t at_distance) {
    whole.birthday = {.one_in = 1,
                      .kept = 100'000,
                      .distinct = 50'000,
                      .again = again,
                      .distance = 2,
                      .at_distance = at_distance,
                      .repeats_at_distance = 40'000};
    return period_of(whole, findings) == 2;
  };
  // 1e5 P(at least 15 of 30, each by 1/30) = 6.7e-10; of 40 1.3e-7.
  CHECK(is_period(30, 30));
  CHECK_FALSE(is_period(40, 30));
  // 1e5 P(at least 50 of 1,300, each by 1/100) = 2.9e-10; of 1,400 4.8e-9.
  CHECK(is_period(1'300, 100));
  CHECK_FALSE(is_period(1'400, 100));
  CHECK_FALSE(is_period(7, 7));
}

TEST_CASE("independent decks out of few, many, and uneven starts keep to no step") {
  // Some starts, and numbers of trials, so that permutations come again from twice to half of all times.
  for (const std::uint64_t trials : {500U, 5'000U, 40'000U}) {
    for (const std::uint64_t states : {2U, 3U, 10U, 200U, 5'000U, 300'000U}) {
      for (const bool uneven : {false, true}) {
        CAPTURE(trials);
        CAPTURE(states);
        CAPTURE(uneven);
        std::mt19937_64 words(states + uneven);
        const auto state = [&](std::uint64_t) {
          const std::uint64_t drawn = words() % states;
          return uneven ? drawn * (words() % states) / states : drawn;
        };
        KeptPermutations kept(most_birthday_slots);
        for (std::uint64_t trial = 0; trial < trials; ++trial) kept.add(deck_of(52, state(trial)), trial);
        Tally whole(52, 0);
        whole.trials = trials;
        whole.repeats = {.pairs = trials - 1, .equal = 1};
        whole.birthday = KeptPermutations::counts_of(kept, kept.beside(), trials);
        Findings findings;
        TestRecord& birthday = findings.tests.emplace_back();
        birthday.name = birthday.test = "birthday";
        birthday.applied = birthday.rejected = true;
        CHECK_FALSE(period_of(whole, findings));
      }
    }
  }
}

TEST_CASE("of twelve cards a period is found though other decks come again by chance, too") {
  const TargetRecord record =
      judged_trials(12, 300'000, false, [](std::uint64_t trial) { return trial % 100'000; });
  CHECK(record.evidence.birthday.at_distance < record.evidence.birthday.again);
  REQUIRE(record.dependence);
  CHECK(record.dependence->shape == DependenceShape::periodic);
  CHECK(record.dependence->period == 100'000);
  CHECK_FALSE(record.dependence->share);
  CHECK_FALSE(record.seed_space->estimate);
  CHECK_FALSE(record.bias.tv_upper);
}

TEST_CASE("two tables that take turns are told by the share of decks that stay, and have no bound") {
  // Each table keeps its deck every second time.
  for (const int deck_size : {12, 52}) {
    const TargetRecord record =
        judged_trials(deck_size, 4'000, false, [](std::uint64_t trial) { return trial / 4 * 2 + trial % 2; });
    CAPTURE(deck_size);
    REQUIRE(record.dependence);
    CHECK(record.dependence->shape == DependenceShape::periodic);
    CHECK(record.dependence->period == 2);
    CHECK(record.dependence->share.value() == doctest::Approx(0.5).epsilon(1e-3));
    CHECK_FALSE(record.bias.tv_upper);
  }
}

TEST_CASE(
    "equal successive decks are put down to few states where these bring as many in one of a million runs") {
  Findings findings;
  findings.bias.confidence = 0.999;
  TestRecord& birthday = findings.tests.emplace_back();
  birthday.name = birthday.test = "birthday";
  birthday.applied = birthday.rejected = true;
  Tally whole(52, 0);
  whole.trials = 2'400;
  whole.birthday = {.one_in = 1, .kept = 2'400, .distinct = 2'357, .distance = 0};
  const double lower = starting_states(whole.birthday, 52, 0.999).value().lower;
  // Two equal of m pairs have probability x^2 / 2 (1 - 2 x / 3 + ...), x = m / states: 1e-6 at x = 0.0014149.
  const auto are_explained = [&](double x) {
    whole.repeats = {.pairs = static_cast<std::uint64_t>(x * lower), .equal = 2};
    return few_states_explain_repeats(whole, findings);
  };
  REQUIRE(lower > 20'000);
  CHECK_FALSE(are_explained(0.00137));
  CHECK(are_explained(0.00146));
  whole.repeats = {.pairs = 2'399, .equal = 0};
  CHECK(few_states_explain_repeats(whole, findings));
  birthday.tail = Tail::lower;
  CHECK_FALSE(few_states_explain_repeats(whole, findings));
}

TEST_CASE("two permutations take turns where independent ones would do so in less than one of 1e9 runs") {
  Findings findings;
  TestRecord& birthday = findings.tests.emplace_back();
  birthday.name = birthday.test = "birthday";
  birthday.applied = birthday.rejected = true;
  birthday.tail = Tail::upper;
  const auto period = [&](std::uint64_t trials) {
    Tally whole(52, 0);
    whole.trials = trials;
    whole.birthday = {
        .one_in = 1, .kept = trials, .distinct = 2, .again = 4, .distance = 2, .at_distance = 4};
    whole.repeats = {.pairs = trials - 1, .equal = 0};
    return period_of(whole, findings);
  };
  // 0.55 to the power of every other pair: 34 of them have a chance of 1.5e-9, 35 of 8e-10.
  CHECK_FALSE(period(70));
  CHECK(period(71) == 2);
}

TEST_CASE("decks that follow each other unchanged are the story of repeats, not of few starts") {
  // Each deck twice.
  const TargetRecord record = judged_trials(52, 3'000, true, [](std::uint64_t trial) { return trial / 2; });
  CHECK(rejects(record, "repeats"));
  CHECK(record.dependent);
  CHECK(record.dependence->proof == DependenceProof::repeats);
  CHECK(record.dependence->shape == DependenceShape::repeated);
  CHECK_FALSE(record.seed_space->estimate);
  CHECK_FALSE(record.seed_space->log2_fewest_permutations);
}

TEST_CASE(
    "permutations of 13 cards drawn without replacement come again too seldom, which proves a dependence") {
  // 80 of 1,000,000 fair decks would have come before: P(none) = e^-80. Ranks in steps that no permutation
  // hides.
  constexpr int deck_size = 13;
  constexpr std::uint64_t trials = 1'000'000;
  TallyHalves halves(deck_size, 0);
  TrialStream stream(deck_size);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const std::uint64_t rank = trial * 3'848'507'369 % permutation_count(deck_size);
    stream.add(permutation_of_rank(rank, deck_size), trial, trial % 2 == 0 ? halves.first : halves.second);
  }
  const Evidence evidence = evidence_of(halves);
  CHECK(evidence.birthday.repeats() == 0);
  const Findings findings = judged_by_all(halves, {}, {.number = 1, .is_last = true});
  CHECK(findings.verdict == Verdict::biased);
  const TestRecord* birthday = test_named(findings.tests, "birthday");
  CHECK(birthday->rejected);
  CHECK(birthday->tail == Tail::lower);
  CHECK(findings.dependent);
  CHECK_FALSE(findings.seed_space->estimate);
}
