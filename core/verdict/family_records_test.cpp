#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/tally/tables/tables.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

// Shuffled decks; with card 0 put on top in each `stuck`-th trial, where that is not 0.
TallyHalves decks(int deck_size, std::uint64_t trials, std::uint64_t stuck = 0,
                  const std::vector<std::string>& families = {}) {
  TallyHalves halves(deck_size, 0, std::nullopt, most_birthday_slots, asked_by(families));
  TrialStream stream(deck_size);
  std::mt19937_64 words(1);
  std::vector<Card> deck;
  for (int card = 0; card < deck_size; ++card) deck.push_back(static_cast<Card>(card));
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::shuffle(deck.begin(), deck.end(), words);
    if (stuck > 0 && trial % stuck == 0) std::swap(deck[0], *std::ranges::find(deck, Card{0}));
    stream.add(deck, trial, trial < trials / 2 ? halves.first : halves.second);
  }
  return halves;
}

Tally whole_of(const TallyHalves& halves) {
  Tally whole = halves.first.complete();
  whole.merge_without_permutations(halves.second.complete());
  return whole;
}

RunSettings settings_asking(std::vector<std::string> families, double tolerance = 0.001) {
  RunSettings settings;
  settings.tests = names_of_all_tests();
  settings.certify = std::move(families);
  settings.budget.tolerance = tolerance;
  return settings;
}

// At a single look of a run with no other target.
Findings judged_alone(const TallyHalves& halves, const RunSettings& settings) {
  Plan plan;
  static_cast<RunSettings&>(plan) = settings;
  plan.max_trials = halves.first.trials() + halves.second.trials();
  plan.fixed_trials = true;
  plan.targets.push_back(target_of(halves.first.deck_size()));
  return judged(halves, settings, look_at(plan, 1, 0));
}

const FamilyRecord& record_of(const std::vector<FamilyRecord>& records, const std::string& name) {
  const auto found = std::ranges::find(records, name, &FamilyRecord::family);
  REQUIRE(found != records.end());
  return *found;
}

}  // namespace

TEST_CASE(
    "the errors of all families add up to that of the look, nine tenths of it for those that are asked") {
  const Tally whole = whole_of(decks(13, 3'000));
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"cards"},
        {"cards", "pairs-order"},
        {"cards", "pairs-order", "neighbours", "hole-cards", "parity"}}) {
    double error = 0, error_of_asked = 0;
    for (const FamilyRecord& record : family_records(whole, asked, false, 0.99, 0.01)) {
      error += 1 - record.confidence;
      if (record.asked) error_of_asked += 1 - record.confidence;
      CHECK(record.asked == (std::ranges::find(asked, record.family) != asked.end()));
    }
    CHECK(error == doctest::Approx(0.01).epsilon(1e-9));
    CHECK(error_of_asked == doctest::Approx(asked.size() == 5 ? 0.01 : 0.009).epsilon(1e-9));
  }
}

TEST_CASE("what is counted on request is bounded where it is asked for, and no one else pays for it") {
  const std::vector<std::string> asked{"hole-cards", "flop", "top-five"};
  const Tally whole = whole_of(decks(13, 7'000, 0, asked));
  const std::vector<FamilyRecord> records = family_records(whole, asked, false, 0.99, 0.01);
  CHECK(records.size() == 7);
  for (const std::string& name : asked) {
    CAPTURE(name);
    const FamilyRecord& record = record_of(records, name);
    CHECK(record.asked);
    CHECK(record.members == 1);
    CHECK(record.tv_upper.has_value());
    CHECK(1 - record.confidence == doctest::Approx(0.003).epsilon(1e-9));
  }
  CHECK(record_of(records, "flop").degrees_of_freedom == 285);
  CHECK(record_of(records, "top-five").farthest == "the top five cards");
  const std::vector<FamilyRecord> others =
      family_records(whole_of(decks(13, 7'000)), {"cards"}, false, 0.99, 0.01);
  CHECK(others.size() == 5);
  CHECK(1 - record_of(others, "hole-cards").confidence == doctest::Approx(0.001 / 4).epsilon(1e-9));
}

TEST_CASE("what was asked for on request is judged as it was counted") {
  const std::vector<std::string> asked{"flop"};
  const Findings findings = judged_alone(decks(13, 16'384, 0, asked), settings_asking(asked, 0.5));
  CHECK(findings.verdict == Verdict::fair);
  CHECK(findings.bias.covers == "flop");
  CHECK(findings.bias.tv_upper == record_of(findings.families, "flop").tv_upper);
}

TEST_CASE("a record has the bound and the forecast of its family at its own confidence") {
  const Tally whole = whole_of(decks(13, 3'000, 7));
  const std::vector<FamilyRecord> records = family_records(whole, {"cards"}, false, 0.99, 0.01);
  for (const FamilyRecord& record : records) {
    const BetFamily& family = *find_family(record.family);
    const FamilyBound bound = bound_family(family, whole, record.confidence);
    CHECK(record.tv_upper == bound.tv_upper);
    CHECK(record.statistic == bound.statistic);
    CHECK(record.members == family.size({}, 13).members);
    CHECK(record.trials_for_tolerance == trials_for_family(family, 13, 0.01, record.confidence));
  }
  CHECK(record_of(records, "cards").farthest == "card 0");
  CHECK(record_of(records, "neighbours").farthest == "what precedes card 0");
  for (const FamilyRecord& record : family_records(whole, {"cards"}, true, 0.99, 0.01)) {
    CHECK_FALSE(record.tv_upper.has_value());
  }
}

TEST_CASE("small decks have no families: they are bounded as a whole") {
  CHECK(family_records(whole_of(decks(12, 3'000)), {"cards"}, false, 0.99, 0.01).empty());
  CHECK(family_records(whole_of(decks(5, 3'000)), {"cards"}, false, 0.99, 0.01).empty());
}

TEST_CASE("the bound of a large deck is the largest of the families that are asked, and covers those") {
  const Findings both = judged_alone(decks(13, 16'384), settings_asking({"cards", "pairs-order"}));
  CHECK(both.bias.covers == "cards,pairs-order");
  CHECK(both.bias.tv_upper == std::max(record_of(both.families, "cards").tv_upper,
                                       record_of(both.families, "pairs-order").tv_upper));
  const Findings one = judged_alone(decks(13, 16'384), settings_asking({"pairs-order"}));
  CHECK(one.bias.covers == "pairs-order");
  CHECK(one.bias.tv_upper == record_of(one.families, "pairs-order").tv_upper);
  CHECK(*one.bias.tv_upper < *record_of(one.families, "cards").tv_upper);
}

TEST_CASE(
    "a large deck is fair where the families asked are within the tolerance, and told how many trials bring "
    "it") {
  const TallyHalves halves = decks(13, 16'384);
  const Findings wide = judged_alone(halves, settings_asking({"cards", "pairs-order"}, 0.5));
  CHECK(wide.verdict == Verdict::fair);
  const double cards = *record_of(wide.families, "cards").tv_upper;
  const double pairs = *record_of(wide.families, "pairs-order").tv_upper;
  REQUIRE(pairs < cards);
  // Between the two: enough for the one, not for the other.
  const double tolerance = (cards + pairs) / 2;
  const Findings narrow = judged_alone(halves, settings_asking({"cards", "pairs-order"}, tolerance));
  CHECK(narrow.verdict == Verdict::inconclusive);
  CHECK(narrow.trials_to_decide.value() ==
        std::max(record_of(narrow.families, "cards").trials_for_tolerance,
                 record_of(narrow.families, "pairs-order").trials_for_tolerance));
  CHECK(judged_alone(halves, settings_asking({"pairs-order"}, tolerance)).verdict == Verdict::fair);
}

// 20 is passed by one of 1,326 chi-squares on one degree of freedom in one of a hundred fair runs, 26 in one
// of two thousand.
TEST_CASE("a member that is as far off as the farthest of many may be says nothing of how a deck goes on") {
  FamilyRecord family;
  family.asked = true;
  family.members = 1'326;
  family.degrees_of_freedom = 1;
  family.confidence = 0.999;
  family.trials_for_tolerance = 2e7;
  family.statistic = 20;
  CHECK(trials_for_asked({&family, 1}, 2'400, 0.001, 1e-8).trials == 2e7);
  family.statistic = 26;
  CHECK(trials_for_asked({&family, 1}, 2'400, 0.001, 1e-8).trials < 2e4);
  // Two trials a cell of 1,024, and one of 2,048 members five standard deviations off.
  family.members = 2'048;
  family.degrees_of_freedom = 1'023;
  family.statistic = 1'280;
  CHECK(trials_for_asked({&family, 1}, 2'048, 0.01, 1e-8).trials == 2e7);
  CHECK(trials_for_asked({&family, 1}, 5'120, 0.01, 1e-8).trials < 1e5);
}

TEST_CASE("no family certifies where a test is left out, and none where the trials are too few") {
  RunSettings settings = settings_asking({"cards"}, 0.5);
  std::erase(settings.tests, "neighbours");
  CHECK(judged_alone(decks(13, 16'384), settings).verdict == Verdict::inconclusive);
  const Findings few = judged_alone(decks(13, 300), settings_asking({"cards"}, 0.5));
  CHECK(few.verdict == Verdict::inconclusive);
  CHECK(few.bias.covers == "cards");
  CHECK(few.bias.tv_upper.value() < 0.5);
  CHECK(bound_of_asked({}) == std::nullopt);
}

// Of 13 cards, so many trials of a dealer who never deals a flop whose cards' numbers add up to 0 modulo 13:
// a thirteenth of the 286 flops, so that chi-square distance is 1/12 and no bet gains more than 1/13.
namespace {
TallyHalves without_thirteens(std::uint64_t trials) {
  TallyHalves halves(13, 0, std::nullopt, most_birthday_slots, asked_by(std::vector<std::string>{"flop"}));
  TrialStream stream(13);
  std::mt19937_64 words(1);
  std::vector<Card> deck(13);
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    do std::shuffle(deck.begin(), deck.end(), words);
    while ((deck[0] + deck[1] + deck[2]) % 13 == 0);
    stream.add(deck, trial, trial < trials / 2 ? halves.first : halves.second);
  }
  return halves;
}
}  // namespace

TEST_CASE("a family that is off is told the trials that reject it, not those that a fair deck would take") {
  constexpr std::uint64_t trials = 2'000;
  constexpr double tolerance = 0.05, alpha_per_test = 1e-8;
  const auto records = family_records(whole_of(without_thirteens(trials)), {"flop"}, false, 0.999, tolerance);
  const FamilyRecord& flop = record_of(records, "flop");
  REQUIRE(flop.trials_for_tolerance > trials);
  const auto [deciding, verdict] = trials_for_asked(records, trials, tolerance, alpha_per_test);
  CHECK(verdict == Verdict::biased);
  // Pearson's test over 286 flops finds 22 that never come in lambda / chi-square distance trials.
  CHECK(deciding == doctest::Approx(trials_needed(285, alpha_per_test, 0.999, 1. / 12)).epsilon(0.25));
  CHECK(deciding > trials);
  CHECK(deciding < flop.trials_for_tolerance);
}

TEST_CASE("no number of trials that were made is told, and none where no bound and no rejection comes") {
  FamilyRecord record{.family = "cards",
                      .asked = true,
                      .members = 26,
                      .farthest = "card 0",
                      .statistic = 0,
                      .degrees_of_freedom = 12,
                      .tv_upper = 0.06,
                      .confidence = 0.999,
                      .trials_for_tolerance = 90'000};
  const double by_chance = median_of_largest(12, 26);
  const auto told = [&](std::uint64_t trials, double tolerance) {
    return trials_for_asked(std::vector{record}, trials, tolerance, 1e-8).trials;
  };
  // Within what chance does: a fair deck's number, where that is still to come.
  record.statistic = by_chance + 10;
  CHECK(told(80'000, 0.05) == 90'000);
  // Else the counts' own.
  const double own = told(100'000, 0.01);
  CHECK(own > 100'000);
  CHECK(own == trials_for_counts(12, 26, 10. / 100'000, 0.01, 0.999));
  // Bounds that are there take no more.
  CHECK(told(100'000, 0.06) == 0);
  // Off by more than the tolerance: whatever rejects.
  record.statistic = by_chance + 20;
  CHECK(told(100, 0.05) == trials_needed(12, 1e-8 / 26, 0.999, 0.2));
  // So far off that it should have been rejected long ago, and never within the tolerance.
  record.statistic = by_chance + 100'000;
  CHECK(std::isinf(told(100'000, 0.05)));
  // Who is not asked has no say.
  record.asked = false;
  CHECK(told(100'000, 0.05) == 0);
}

TEST_CASE("a dealer of flops is found where flops are asked for, and by nothing where they are not") {
  const TallyHalves halves = without_thirteens(16'384);
  RunSettings settings = settings_asking({"flop"}, 0.05);
  PlannedTarget target = target_of(13);
  plan_on_deck(settings, target);
  const CountedDeck deck = counted_deck(target);
  CHECK(deck.tables == AskedTables{&top_three_table});
  Plan plan;
  static_cast<RunSettings&>(plan) = settings;
  plan.max_trials = 16'384;
  plan.fixed_trials = true;
  plan.targets.push_back(target);
  const Look look = look_at(plan, 1, 0);
  const auto judged_of = [&](const PlannedTarget& of) {
    const Evidence evidence = evidence_of(halves);
    Findings findings = examined(settings, of, look, evidence);
    Findings* undecided[] = {&findings};
    reject(look, settings.budget.alpha, undecided);
    return findings;
  };
  const Findings findings = judged_of(target);
  const auto flop = std::ranges::find(findings.tests, "flop", &TestRecord::name);
  REQUIRE(flop != findings.tests.end());
  CHECK(flop->rejected);
  CHECK(verdict_of(settings, target, look, evidence_of(halves), findings) == Verdict::biased);
  CHECK(std::ranges::count_if(findings.tests, &TestRecord::rejected) == 1);
  CHECK(std::ranges::find(findings.tests, "top-five", &TestRecord::name) == findings.tests.end());
  // A hypothesis more than a run that does not ask.
  Plan without = plan;
  without.certify = {"cards"};
  plan_on_deck(without, without.targets.front());
  CHECK(look_at(without, 1, 0).family + 1 == look.family);
}
