#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord record_of(bool rejected, Tail tail = Tail::upper) {
  TargetRecord result;
  result.target.deck_size = 52;
  result.verdict = rejected ? Verdict::biased : Verdict::inconclusive;
  result.evidence.trials = 20'000;
  result.evidence.birthday = {.one_in = 1, .kept = 20'000, .distinct = 17'000, .distance = 0};
  result.seed_space = SeedSpaceRecord{.repeats = 3'000,
                                      .expected_repeats = 2.5e-60,
                                      .distance = 0,
                                      .estimate = {},
                                      .log2_fewest_permutations = {},
                                      .confidence = 0.9999};
  TestRecord test;
  test.name = test.test = "birthday";
  test.applied = true;
  test.rejected = rejected;
  test.tail = tail;
  test.log10_p = rejected ? -4900 : 0;
  test.p_value = rejected ? 0 : 1;
  result.tests = {test};
  return result;
}

}  // namespace

TEST_CASE("a rejection says how many starts the shuffle behaves as if it had, no narrower than is known") {
  TargetRecord result = record_of(true);
  result.seed_space->estimate =
      SeedEstimate{.log2_states = 16.01, .log2_lower = 15.99, .log2_upper = 16.11, .dense = false};
  const std::string words =
      "3,000 of 20,000 decks came again (expected: 2.5e-60): it behaves like 2^16.0 starting states "
      "(2^15.9 to 2^16.2 with 99.9 % confidence), or some permutations come far more often than the others";
  CHECK(seed_words(result, {}) == words);
  CHECK(clauses_of(result, {}).why == words);
  CHECK(clauses_of(result, {}).where == "the same decks come again");
  // Cells that are uneven because of that stand for nothing of their own; where they reject more they do.
  TestRecord cards = result.tests.front();
  cards.name = cards.test = "positions";
  cards.log10_p = -65;
  result.tests.push_back(cards);
  CHECK(clauses_of(result, {}).where == "the same decks come again");
  result.tests.back().log10_p = -5000;
  CHECK(clauses_of(result, {}).where ==
        "cards lie unevenly over the positions, though no one card stands out");
  result.tests.pop_back();
  put_in_words({}, result);
  CHECK(result.sentence ==
        "Biased: fairness is rejected in 20,000 trials. How much: not bounded by the tests that ran. Where: "
        "the "
        "same decks come again. Why: " +
            words + ". Evidence: birthday p < 1e-300; 1 of 1 test rejects.");
  result.seed_space->estimate->dense = true;
  CHECK(seed_words(result, {}).ends_with("confidence), most of which came"));
  result.evidence.birthday.one_in = 8;
  CHECK(came_again(result) == "3,000 of 20,000 kept decks came again (expected: 2.5e-60)");
  // A first repeat that comes too late takes the place of a number.
  result.seed_space->first_repeat_p = 0.0099;
  CHECK(seed_words(result, {}) ==
        "3,000 of 20,000 kept decks came again (expected: 2.5e-60), the first of them later than in "
        "independent draws (p = 0.0099): so the number of starting states is not told");
  result.seed_space->first_repeat_p = 0;
  CHECK(seed_words(result, {}).find("(p < 1e-300)") != std::string::npos);
  result.seed_space->first_repeat_p = 0.01;
  CHECK(seed_words(result, {}).ends_with("confidence), most of which came"));
  TargetRecord counted = result;
  counted.seed_space->estimate.reset();
  counted.seed_space->first_repeat_unknown = true;
  CHECK(seed_words(counted, {}) ==
        "3,000 of 20,000 kept decks came again (expected: 2.5e-60); the number of starting states is not "
        "told, since permutations are counted and nobody knows when the first came again");
  // A mistake that is named says more.
  FittingDistribution fit;
  fit.mistakes = {{"naive-swap:n=10", ""}};
  fit.p_value = 0.5;
  counted.diagnosis.emplace().fits = {fit};
  counted.diagnosis->distributions_fitting = 1;
  CHECK(seed_words(counted, {}).empty());
  // Nothing that was not rejected, and no story of what is dependent.
  result.tests.front().rejected = false;
  CHECK(seed_words(result, {}).empty());
  result.tests.front().rejected = true;
  result.seed_space->estimate.reset();
  CHECK(seed_words(result, {}).empty());
  CHECK(seed_words(TargetRecord(), {}).empty());
}

TEST_CASE(
    "where each deck starts from its own draw, what is not biased says how many permutations there are") {
  TargetRecord result = record_of(false);
  CHECK(fewest_permutations_words(result, {}).empty());
  put_in_words({}, result);
  CHECK(result.sentence.find("can come out") == std::string::npos);
  result.seed_space->log2_fewest_permutations = 36.19;
  CHECK(fewest_permutations_words(result, {}) ==
        "at least 2^36.1 different permutations can come out (99.9 % confidence)");
  put_in_words({}, result);
  CHECK(result.sentence.ends_with(
      " Seed space: at least 2^36.1 different permutations can come out (99.9 % confidence)."));
  result.target.options = {{"format", "text"}, {"starts-anew", "true"}};
  CHECK(fewest_permutations_words(result, {})
            .ends_with("(99.9 % confidence), if each deck started from a draw of its own, as is declared"));
  put_in_words({}, result);
  CHECK(result.sentence.ends_with(
      "(99.9 % confidence), if each deck started from a draw of its own, as is declared."));
  TargetRecord biased = record_of(true);
  biased.seed_space->log2_fewest_permutations = 36.19;
  put_in_words({}, biased);
  CHECK(biased.sentence.find("can come out") == std::string::npos);
}

TEST_CASE("a period is told with its length, and a sweep as decks that come again too seldom") {
  TargetRecord result = record_of(true);
  result.dependent = true;
  result.dependence = DependenceRecord{.proof = DependenceProof::birthday,
                                       .shape = DependenceShape::periodic,
                                       .share = {},
                                       .period = 100'000,
                                       .cell = {},
                                       .shuffle = {}};
  CHECK(dependence_words(result).looks == "the same decks come again after 100,000 trials");
  put_in_words({}, result);
  CHECK(result.sentence.find(": the same decks come again after 100,000 trials. Why: as when the source's "
                             "period is short, or the "
                             "source is seeded again with the same seed; ") != std::string::npos);
  result.dependence->shape = DependenceShape::never_repeated;
  result.dependence->period.reset();
  CHECK(dependence_words(result).looks == "only 3,000 of 20,000 decks came again (expected: 2.5e-60)");
}
