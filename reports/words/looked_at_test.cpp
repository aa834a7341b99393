#include "reports/words/looked_at.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "reports/words/bias_words.hpp"
#include "reports/words/verdict_sentence.hpp"

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
  CHECK(bias_words(result, {}).where == looked_at(result));
  put_in_words({}, result);
  CHECK(result.sentence.find(" Some cards are dealt into one hand more often than others.") !=
        std::string::npos);
  result.tests[1].rejected = false;
  CHECK(looked_at(result) == "odd and even orders do not come equally often");
  // What leads from deck to deck is told as links are.
  result.tests.push_back(rejecting_by("quotients", "quotient parity", -300));
  CHECK(looked_at(result) == "odd and even orders do not come equally often");
  result.tests[0].rejected = false;
  CHECK(looked_at(result).empty());
  // A place that stands out says more.
  result.tests = {rejecting_by("positions", "positions", -10), rejecting_by("parity", "parity", -20)};
  result.worst = {WorstCell{}};
  result.worst.front().card = 2;
  result.worst.front().position = 3;
  CHECK(bias_words(result, {}).where == "card 2 never lands at position 3");
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
  CHECK(uneven_bet(result) == "opening hand: 1 came 35 % of the time, where 25 % are due");
  CHECK(bias_words(result, {}).where == uneven_bet(result));
  put_in_words({}, result);
  CHECK(result.sentence.find(" Opening hand: 1 came 35 % of the time, where 25 % are due.") !=
        std::string::npos);
  result.tests.push_back(rejecting_by("parity", "parity", -50));
  CHECK(uneven_bet(result).empty());
}
