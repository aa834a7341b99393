#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord repeating() {
  TargetRecord result;
  result.target.deck_size = 5;
  result.verdict = Verdict::biased;
  result.evidence.trials = 16'384;
  result.evidence.repeats = {.pairs = 16'382, .equal = 12};
  for (const char* name : {"permutations", "repeats"}) {
    TestRecord test;
    test.name = test.test = name;
    test.applied = true;
    test.rejected = test.name == "repeats";
    test.tail = Tail::lower;
    test.log10_p = test.rejected ? -45 : -0.1;
    test.p_value = test.rejected ? 1e-45 : 0.8;
    result.tests.push_back(test);
  }
  return result;
}

}  // namespace

TEST_CASE("where equal successive decks alone reject, their counts explain it") {
  TargetRecord result = repeating();
  CHECK(only_repeats_reject(result));
  CHECK(repeat_words(result) == "12 of 16,382 pairs of successive decks were equal (expected: 137)");
  CHECK(clauses_of(result, {}).why == "12 of 16,382 pairs of successive decks were equal (expected: 137)");
  put_in_words({}, result);
  CHECK(result.sentence ==
        "Biased: fairness is rejected in 16,384 trials. How much: not bounded by the tests that ran. Why: 12 "
        "of "
        "16,382 pairs of successive decks were equal (expected: 137). Evidence: repeats p = 1e-45; 1 of 2 "
        "tests rejects.");
  result.target.deck_size = 52;
  CHECK(repeat_words(result).ends_with("(expected: 2.03e-64)"));
  // Of equal cards 20 arrangements can be told apart, of deals 90 or 45.
  result.target.deck_size = 6;
  result.target.multiset = {.kinds = {3, 3}};
  CHECK(repeat_words(result).ends_with("(expected: 819)"));
  result.target.deck_size = 10;
  result.target.multiset = {.dealt = 2};
  CHECK(repeat_words(result).ends_with("(expected: 182)"));
  result.target.multiset.unordered = true;
  CHECK(repeat_words(result).ends_with("(expected: 364)"));
}

TEST_CASE("beside another test that rejects, the counts of repeats are not what explains it") {
  TargetRecord result = repeating();
  result.tests[0].rejected = true;
  CHECK_FALSE(only_repeats_reject(result));
  CHECK(clauses_of(result, {}).why == repeat_words(result));
  // So it is where the counts leave something to explain.
  result.evidence.permutations.assign(120, 136);
  CHECK(clauses_of(result, {}).why.empty());
  put_in_words({}, result);
  CHECK(result.sentence.find("expected") == std::string::npos);
  result.tests.pop_back();
  CHECK_FALSE(only_repeats_reject(result));
}

TEST_CASE("where nothing else explains them, successive decks that are equal do, whatever else rejects") {
  TargetRecord result = repeating();
  result.target.deck_size = 52;
  result.tests[0].rejected = true;
  for (TestRecord& test : result.tests) test.tail = Tail::upper;
  CHECK(clauses_of(result, {}).why ==
        "12 of 16,382 pairs of successive decks were equal (expected: 2.03e-64)");
  result.diagnosis.emplace().mistakes_compared = 5;
  CHECK(clauses_of(result, {}).why == "no known mistake: all 5 that so many trials must show are excluded");
}

TEST_CASE("few decks that no shuffle moved are explained so, though they are no distribution's") {
  TargetRecord result = repeating();
  for (TestRecord& test : result.tests) test.tail = Tail::upper;
  result.tests[0].rejected = true;
  result.evidence.trials = 3;
  result.position_counts = {{3, 0}, {0, 3}};
  result.target.deck_size = 52;
  result.diagnosis.emplace().mistakes_compared = 5;
  CHECK(clauses_of(result, {}).why ==
        "as when nothing shuffles them, or they are written down before it does");
  result.position_counts = {{2, 1}, {1, 2}};
  CHECK(clauses_of(result, {}).why.starts_with("no known mistake"));
  put_in_words({}, result);
  CHECK(result.sentence.find("Why: no known mistake") != std::string::npos);
  result.position_counts = {{0, 3}, {3, 0}};
  CHECK(clauses_of(result, {}).why == "as from the same seed each time");
  put_in_words({}, result);
  CHECK(result.sentence.find(
            " Where: every deck came out in the same order. Why: as from the same seed each time.") !=
        std::string::npos);
  CHECK(result.sentence.find("known mistake") == std::string::npos);
}
