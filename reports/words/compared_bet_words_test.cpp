#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "reports/comparison_report.hpp"

using namespace fairshuffle;

namespace {

using CountsByValue = std::vector<std::uint64_t>;

NamedBet bet_in(const char* name, std::vector<int> places) {
  return {.kind = NamedBet::Kind::count, .name = name, .cards = {0, 1, 2}, .places = std::move(places)};
}

const NamedBet two_of_three = bet_in("two of three", {0, 1, 2, 3, 4});

// A fair target of 52 cards whose counts of cards are not there to be compared.
TargetRecord target_with(const NamedBet& bet, const CountsByValue& by_value) {
  TargetRecord target;
  target.name = "durstenfeld:n=52";
  target.target.deck_size = 52;
  target.verdict = Verdict::fair;
  target.bets = {bet};
  BetRecord& record = target.bet_records.emplace_back(BetRecord{.name = bet.name, .values = {}});
  for (std::size_t value = 0; value < by_value.size(); ++value) {
    record.values.push_back(
        {.value = value_name(bet, value), .fair = 0.5, .count = by_value[value], .lower = {}, .upper = {}});
  }
  return target;
}

// All bets, a sentence on each.
std::string words_on_bets(const TargetRecord& before, const TargetRecord& after) {
  RunRecord old_run, new_run;
  old_run.results = {before};
  new_run.results = {after};
  const Comparison comparison = compared(old_run, new_run);
  std::string text;
  for (const ComparedBet& bet : comparison.targets.at(0).bets) {
    if (!text.empty()) text += " ";
    text += compared_bet_words(bet, comparison);
  }
  return text;
}

std::string words_on_values(const CountsByValue& before, const CountsByValue& after) {
  return words_on_bets(target_with(two_of_three, before), target_with(two_of_three, after));
}

}  // namespace

TEST_CASE("values of a bet that do not agree are told with the one that differs most and how often it came") {
  CHECK(words_on_values({36, 216, 512, 236}, {160, 480, 1000, 360}) ==
        "The values of the bet 'two of three' do not agree (p = 4.9e-7, most clearly 0, which came in 3.6 % "
        "and in 8 % of the trials): with 99.9 % confidence the distribution changed.");
  CHECK(words_on_values({36, 216, 512, 236}, {67, 431, 1049, 453}) ==
        "The values of the bet 'two of three' agree (p = 0.9).");
  CHECK(words_on_values({10, 20, 30, 40}, {10, 20, 30, 40}) ==
        "The counts of the bet 'two of three' are the very same.");
}

TEST_CASE("where every value that differs is too rare to be named, the means are told") {
  ComparedBet bet;
  bet.name = "rare";
  bet.answer = CountsAnswer::differ;
  bet.mean_before = 0.25;
  bet.mean_after = 1.5;
  bet.degrees_of_freedom = 1;
  bet.p_value = 1e-8;
  bet.log10_p = -8;
  Comparison comparison;
  comparison.confidence = 0.999;
  comparison.tested = {.targets = 1, .bets = 2};
  CHECK(compared_bet_words(bet, comparison) ==
        "The values of the bet 'rare' do not agree (p = 1e-8, mean 0.25 in OLD and 1.5 in NEW): with 99.9 % "
        "confidence over all 3 comparisons the distribution changed.");
}

TEST_CASE("where trials are dependent, that alone may be why the values of a bet do not agree") {
  const TargetRecord before = target_with(two_of_three, {36, 216, 512, 236});
  TargetRecord after = target_with(two_of_three, {160, 480, 1000, 360});
  after.dependent = true;
  CHECK(words_on_bets(before, after) ==
        "The values of the bet 'two of three' do not agree (p = 4.9e-7, most clearly 0, which came in 3.6 % "
        "and in 8 % of the trials), but the trials of NEW are not independent draws from one distribution, "
        "and that alone may make p so small: the distribution need not have changed.");
}

TEST_CASE("a bet that one report alone has is told, with what the other's of its name is on") {
  const CountsByValue counts{10, 20, 30, 40};
  CHECK(words_on_bets(target_with(two_of_three, counts),
                      target_with(bet_in("two of three", {0, 1, 2, 3, 5}), counts)) ==
        "Only NEW has the bet 'two of three' on cards=0-2,places=0-3+5: in OLD it is on "
        "cards=0-2,places=0-4. Only OLD has the bet 'two of three' on cards=0-2,places=0-4: in NEW it is on "
        "cards=0-2,places=0-3+5.");
  CHECK(words_on_bets(target_with(two_of_three, counts),
                      target_with(bet_in("renamed", {0, 1, 2, 3, 4}), counts)) ==
        "Only NEW has the bet 'renamed'. Only OLD has the bet 'two of three'.");
}

TEST_CASE("a bet that cannot be compared is told with the reason") {
  CHECK(words_on_values({0, 0, 0, 0}, {1, 2, 3, 4}) ==
        "The bet 'two of three' is not compared: OLD has no valid trial.");
  CHECK(words_on_values({1, 2, 3, 4}, {0, 0, 0, 0}) ==
        "The bet 'two of three' is not compared: NEW has no valid trial.");
  CHECK(words_on_values({1, 2, 3, 4}, {4, 3, 2, 11'000}) ==
        "The bet 'two of three' is not compared: 10 trials in OLD and 11,009 in NEW are too few.");
  TargetRecord answers = target_with(two_of_three, {1, 2, 3, 4}), unanswered = answers, smaller = answers;
  unanswered.bet_records.clear();
  CHECK(words_on_bets(unanswered, answers) ==
        "The bet 'two of three' is not compared: OLD has no answers to it.");
  CHECK(words_on_bets(answers, unanswered) ==
        "The bet 'two of three' is not compared: NEW has no answers to it.");
  smaller.target.deck_size = 40;
  CHECK(words_on_bets(answers, smaller) ==
        "The bet 'two of three' is not compared: the decks are not of one size.");
}
