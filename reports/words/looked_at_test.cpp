#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/test_result.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TestRecord rejecting_by(const std::string& test, const std::string& name, double log10_p) {
  TestRecord record;
  record.test = test;
  record.name = name;
  record.applied = record.rejected = true;
  record.log10_p = log10_p;
  return record;
}

TargetRecord found_by(std::vector<TestRecord> tests) {
  TargetRecord result;
  result.verdict = Verdict::biased;
  result.target.deck_size = 60;
  result.evidence.trials = 1'001;
  result.evidence.invalid_trials = 1;
  result.tests = std::move(tests);
  return result;
}

}  // namespace

TEST_CASE("what is uneven is told where no card and no place is") {
  TargetRecord result =
      found_by({rejecting_by("parity", "parity", -20), rejecting_by("hand-mates", "hand-mates", -30)});
  CHECK(looked_at(result) == "some cards are dealt into one hand more often than others");
  CHECK(clauses_of(result, {}).where == looked_at(result));
  put_in_words({}, result);
  CHECK(result.sentence.find(" Where: some cards are dealt into one hand more often than others.") !=
        std::string::npos);
  result.tests[1].rejected = false;
  CHECK(looked_at(result) == "odd and even permutations do not come equally often");
  // What leads from deck to deck is told as dependence is.
  result.tests.push_back(rejecting_by("successive", "successive-parity", -300));
  CHECK(looked_at(result) == "odd and even permutations do not come equally often");
  result.tests[0].rejected = false;
  CHECK(looked_at(result).empty());
  // Counts say more.
  result.tests = {rejecting_by("positions", "positions", -10), rejecting_by("parity", "parity", -20)};
  result.worst = {WorstCell{}};
  result.worst.front().card = 2;
  result.worst.front().position = 3;
  CHECK(clauses_of(result, {}).where == "card 2 never lands at position 3");
  result.evidence.parity = {400, 600};
  CHECK(clauses_of(result, {}).where == "40.0 % of the permutations are even (expected: 50.0 %)");
  result.tests.front().log10_p = -21;
  CHECK(clauses_of(result, {}).where == "card 2 never lands at position 3");
}

TEST_CASE("each test of single decks says what is uneven, by a cell of its counts or by its words") {
  for (const std::span<const TestInfo> tests : {all_tests(), multiset_tests()}) {
    for (const TestInfo& test : tests) {
      CAPTURE(test.name);
      const bool sees_all = test.name == "components" || test.name == "birthday" ||
                            test.name == "successive" || test.name == "repeats";
      CHECK((test.cell == UnevenCell::none && test.uneven.empty()) == sees_all);
      const bool has_number = test.cell == UnevenCell::number || test.cell == UnevenCell::cycles ||
                              test.cell == UnevenCell::fixed_points;
      CHECK(test.counted.empty() != has_number);
    }
  }
}

TEST_CASE("a card that chance may have brought is not told beside positions that reject") {
  TargetRecord result = found_by({rejecting_by("positions", "positions", -4900)});
  result.worst = {
      {.card = 2, .position = 3, .count = 20, .expected = 1'000. / 60, .ratio = 1.2, .standard_errors = 1}};
  CHECK(clauses_of(result, {}).where ==
        "cards lie unevenly over the positions, though no one card stands out");
}

TEST_CASE(
    "of a deck of equal cards the arrangement that stands out most is named where their test rejects most") {
  TargetRecord result =
      found_by({rejecting_by("kinds", "kinds", -10), rejecting_by("arrangements", "arrangements", -20)});
  result.target.deck_size = 4;
  result.target.multiset = {.kinds = {2, 2}};
  result.evidence.multiset.emplace().arrangements = {700, 60, 60, 60, 60, 60};
  result.evidence.multiset->sites = {{820, 180}, {820, 180}, {180, 820}, {180, 820}};
  CHECK(clauses_of(result, {}).where == "arrangement 0 0 1 1 comes 4.2 times as often as expected");
  result.tests.front().log10_p = -30;
  CHECK(clauses_of(result, {}).where == "card 0 is 64 % too frequent at position 0");
}

TEST_CASE("a named bet that comes out unevenly is told with its farthest value") {
  TargetRecord result = found_by({rejecting_by("bets", "bet-mean opening hand", -40)});
  const auto bet_of = [](const char* name, const std::vector<std::uint64_t>& counts) {
    BetRecord bet;
    bet.name = name;
    for (const std::uint64_t count : counts) {
      BetValue& value = bet.values.emplace_back();
      value.value = std::to_string(bet.values.size() - 1);
      value.fair = bet.values.size() == 1 ? 0.5 : 0.25;
      value.count = count;
    }
    return bet;
  };
  result.bet_records = {bet_of("hand", {900, 60, 40}), bet_of("opening hand", {490, 350, 160})};
  CHECK(looked_at(result) == "opening hand: 1 came 35 % of the time (expected: 25 %)");
  CHECK(clauses_of(result, {}).where == looked_at(result));
  put_in_words({}, result);
  CHECK(result.sentence.find(" Where: opening hand: 1 came 35 % of the time (expected: 25 %).") !=
        std::string::npos);
  result.bet_records[1] = bet_of("opening hand", {740, 260, 0});
  CHECK(looked_at(result) == "opening hand: 2 never came (expected: 25 %)");
  result.tests.push_back(rejecting_by("parity", "parity", -50));
  result.evidence.parity = {400, 600};
  CHECK(looked_at(result) == "40.0 % of the permutations are even (expected: 50.0 %)");
}
