// The words that tables of several formats share.
#include <string>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

BiasRecord bias_of(const char* covers, std::optional<double> lower, std::optional<double> upper) {
  BiasRecord bias;
  bias.covers = covers;
  bias.tv_lower = lower;
  bias.tv_upper = upper;
  return bias;
}

TestRecord test_of(const char* name, double adjusted_p, double log10_p, bool applied = true) {
  TestRecord test;
  test.name = name;
  test.applied = applied;
  test.adjusted_p = adjusted_p;
  test.log10_p = log10_p;
  return test;
}

}  // namespace

TEST_CASE("a bias is an interval in points, a bound from above with what it is of, or one from below") {
  CHECK(bias_text(bias_of("permutations", 0.01, 0.5)) == "1 to 50 points");
  CHECK(bias_text(bias_of("permutations", 0.08141, 0.08611)) == "8.1 to 8.7 points");
  CHECK(bias_text(bias_of("permutations", 0, 0.5)) == "at most 50 points");
  CHECK(bias_text(bias_of("arrangements", 0, 0.5)) == "at most 50 points");
  CHECK(bias_text(bias_of("positions", 0, 0.5)) ==
        "at most 50 points on where one card lies; whole deck not bounded");
  CHECK(bias_text(bias_of("cards,pairs-order", 0, 0.0047)) ==
        "at most 0.47 points on the bets asked for; whole deck not bounded");
  CHECK(bias_text(bias_of("cards,parity,hole-cards", 0, 0.25)) ==
        "at most 25 points on the bets asked for; whole deck not bounded");
  // A bound on one card says nothing of how large the bias found on permutations is at most.
  CHECK(bias_text(bias_of("positions", 0.01, 0.5)) == "at least 1 point");
  CHECK(bias_text(bias_of("positions", 0.01, {})) == "at least 1 point");
  CHECK(bias_text(bias_of("permutations", 0, {})) == "not bounded");
  CHECK(bias_text(bias_of("permutations", {}, 0.5)) == "at most 50 points");
  CHECK(bias_text(bias_of("positions", {}, 0.5)) ==
        "at most 50 points on where one card lies; whole deck not bounded");
  CHECK(bias_text(bias_of("nothing", {}, {})) == "not bounded");
}

TEST_CASE("the headline number is what the chosen bet gained, between its bounds") {
  TargetRecord result;
  result.verdict = Verdict::biased;
  result.bias = bias_of("permutations", 0.08141, 0.08611);
  CHECK(bias_text(result) == "8.1 to 8.7 points");
  result.evidence.bet = Bet{.share = 0.5, .hits = 58'417, .judged = 100'000};
  CHECK(bias_text(result) == "8.4 points (8.1 to 8.7)");
  // Of bets apart there is no interval that it could lie in.
  result.bias = bias_of("positions", 0.08141, 0.08611);
  CHECK(bias_text(result) == "at least 8.1 points");
  result.evidence.bet = Bet{.share = 0.5, .hits = 4, .judged = 10};
  CHECK(gain_text(result).empty());
}

TEST_CASE("of dependent decks no bound is told once they are found biased") {
  TargetRecord result;
  result.bias = bias_of("permutations", 0, 0.5);
  result.dependent = true;
  result.verdict = Verdict::inconclusive;
  CHECK(bias_text(result) == "at most 50 points");
  result.verdict = Verdict::biased;
  CHECK(bias_text(result) == "not independent");
  result.dependent = false;
  CHECK(bias_text(result) == "at most 50 points");
  CHECK(verdict_word(result) == "biased");
  result.verdict.reset();
  CHECK(verdict_word(result) == "failed");
}

TEST_CASE("the smallest p is that of an applied test, of equal ones the one with the smaller logarithm") {
  TargetRecord result;
  CHECK(smallest_p_text(result) == "-");
  result.tests = {test_of("not applied", 0, -900, false)};
  CHECK(smallest_p_text(result) == "-");
  result.tests = {test_of("not applied", 0, -900, false), test_of("a", 0.5, -3), test_of("b", 0.25, -1),
                  test_of("c", 0.25, -0.5)};
  CHECK(smallest_p_text(result) == "0.25 b");
  result.tests.push_back(test_of("d", 0.25, -2));
  CHECK(smallest_p_text(result) == "0.25 d");
  result.tests.push_back(test_of("e", 0, -400));
  CHECK(smallest_p_text(result) == "< 1e-300 e");
}

TEST_CASE("an expectation was met or is told in capitals, and a control may be undecided where fair is due") {
  TargetRecord result;
  result.verdict = Verdict::inconclusive;
  CHECK(expectation_text(result, true).empty());
  result.expected = Verdict::fair;
  CHECK(expectation_text(result, true) == "not biased");
  CHECK(expectation_text(result, false) == "EXPECTED fair");
  result.verdict = Verdict::fair;
  CHECK(expectation_text(result, true) == "as expected");
  result.expected = Verdict::biased;
  CHECK(expectation_text(result, true) == "EXPECTED biased");
  result.verdict = Verdict::inconclusive;
  CHECK(expectation_text(result, true) == "EXPECTED biased");
}
