#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TestRecord rejecting_mean(const std::string& name, double log10_p, double mean, double mean_fair) {
  TestRecord test;
  test.name = name;
  test.test = name.substr(name.find(' ') + 1);
  test.applied = test.rejected = true;
  test.log10_p = log10_p;
  test.mean = {.mean = mean, .mean_fair = mean_fair};
  return test;
}

TargetRecord riffled() {
  TargetRecord result;
  result.verdict = Verdict::biased;
  result.target.deck_size = 52;
  result.evidence.trials = 2'400;
  result.tests = {rejecting_mean("mean rising-sequences", -28, 24.912, 26.5),
                  rejecting_mean("mean inversions", -12, 650.2, 663)};
  result.found_by = "mean rising-sequences";
  return result;
}

}  // namespace

TEST_CASE("the mean with the smallest p is told beside the one that was due, wherever words say where") {
  TargetRecord result = riffled();
  CHECK(looked_at(result) == "a permutation has 24.9 rising sequences on average (expected: 26.5)");
  CHECK(clauses_of(result, {}).where == looked_at(result));
  put_in_words({}, result);
  CHECK(
      result.sentence.find(" Where: a permutation has 24.9 rising sequences on average (expected: 26.5).") !=
      std::string::npos);
  result.tests[0].log10_p = -10;
  CHECK(looked_at(result) == "a permutation has 650.2 inversions on average (expected: 663.0)");
  result.tests[1].rejected = false;
  CHECK(looked_at(result).starts_with("a permutation has 24.9 "));
  result.tests[0].rejected = false;
  CHECK(looked_at(result).empty());
}

TEST_CASE("decimals are enough to see that a mean is off") {
  CHECK((told_apart(25.438, 25.5).mean == "25.438" && told_apart(25.438, 25.5).due == "25.500"));
  CHECK((told_apart(1.21, 1).mean == "1.21" && told_apart(1.21, 1).due == "1.00"));
  CHECK((told_apart(650.2, 663).mean == "650.2" && told_apart(1, 1).due == "1.000000000"));
}

TEST_CASE(
    "the mean is told where it is the strongest proof, and a card that is clearly misplaced where that is") {
  TargetRecord result = riffled();
  result.worst = {
      {.card = 0, .position = 0, .count = 130, .expected = 46.2, .ratio = 2.8, .standard_errors = 12}};
  CHECK(clauses_of(result, {}).where == looked_at(result));
  result.tests.push_back(rejecting_mean("strongest-position", -40, 0, 0));
  result.tests.back().test = result.tests.back().name;
  CHECK(clauses_of(result, {}).where == "card 0 comes 2.8 times as often as expected at position 0");
  put_in_words({}, result);
  CHECK(result.sentence.find(" Where: card 0 comes 2.8 times as often as expected at position 0.") !=
        std::string::npos);
  CHECK(result.sentence.find("rising sequences on average") == std::string::npos);
}

TEST_CASE("every number of large decks whose mean is tested has words") {
  RunningTally running(52, 0);
  std::vector<Card> permutation(52);
  std::iota(permutation.begin(), permutation.end(), Card{0});
  running.add_permutation(permutation);
  running.settle();
  const Tally tally = running.complete();
  int means = 0;
  for (const TestInfo& test : all_tests()) {
    if (!fits(test, {.size = 52, .marked = 0, .permutations_counted = false})) continue;
    for (const TestResult& tested : results_of(test, tally)) {
      if (!tested.mean) continue;
      ++means;
      TargetRecord result = riffled();
      result.found_by = tested.name;
      result.tests = {rejecting_mean(tested.name, -20, tested.mean->mean, tested.mean->mean_fair)};
      CAPTURE(tested.name);
      CHECK_FALSE(uneven_counts(result, result.tests.front()).empty());
    }
  }
  CHECK(means == 12);
}
