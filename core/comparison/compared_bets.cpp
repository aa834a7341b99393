#include "core/comparison/compared_bets.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/count_sum.hpp"
#include "core/record/p_words.hpp"
#include "core/statistics/homogeneity.hpp"

namespace fairshuffle {

namespace {

using Counts = std::vector<std::uint64_t>;

bool ask_the_same(const NamedBet& one, const NamedBet& other) {
  return one.kind == other.kind && one.name == other.name && one.cards == other.cards &&
         one.places == other.places;
}

const BetRecord* record_of(const TargetRecord& target, const NamedBet& bet) {
  const auto found = std::ranges::find(target.bet_records, bet.name, &BetRecord::name);
  return found == target.bet_records.end() ? nullptr : &*found;
}

// Of decks of any size that has it: the size is the target's.
std::string settings_of(NamedBet bet) {
  bet.deck_size = 0;
  return settings_text(bet);
}

Counts counts_of(const BetRecord& record) {
  Counts counts;
  for (const BetValue& value : record.values) counts.push_back(value.count);
  return counts;
}

// The value that adds most to Pearson's sum, of those that are not too rare to stand alone.
std::optional<std::size_t> strongest_value(const Counts& first, const Counts& second) {
  const auto all_first = static_cast<double>(sum_of_counts(first));
  const auto all_second = static_cast<double>(sum_of_counts(second));
  const double smaller_share = std::min(all_first, all_second) / (all_first + all_second);
  std::optional<std::size_t> strongest;
  double most = 0;
  for (std::size_t value = 0; value < first.size(); ++value) {
    const auto a = static_cast<double>(first[value]), b = static_cast<double>(second[value]);
    if ((a + b) * smaller_share < static_cast<double>(least_expected_of_homogeneity)) continue;
    const double off = a * all_second - b * all_first, part = off * off / (a + b);
    if (part <= most) continue;
    most = part;
    strongest = value;
  }
  return strongest;
}

std::string percent_of(std::uint64_t count, std::uint64_t trials) {
  return short_number(100 * static_cast<double>(count) / static_cast<double>(trials), 4) + " %";
}

void test_bet(const BetRecord& before, const BetRecord& after, ComparedBet& bet) {
  const Counts first = counts_of(before), second = counts_of(after);
  bet.mean_before = before.mean;
  bet.mean_after = after.mean;
  if (first == second) {
    bet.answer = CountsAnswer::same;
    bet.sentence = fmt::format("The counts of the bet '{}' are the very same.", bet.name);
    return;
  }
  const std::uint64_t trials_before = sum_of_counts(first), trials_after = sum_of_counts(second);
  if (trials_before == 0 || trials_after == 0) {
    bet.sentence = fmt::format("{} has no valid trial: the bet '{}' cannot be compared.",
                               trials_before == 0 ? "OLD" : "NEW", bet.name);
    return;
  }
  const Homogeneity test = homogeneity(first, second);
  if (test.pearson.degrees_of_freedom == 0) {
    bet.sentence = fmt::format("Too few trials to compare the bet '{}': {} in OLD and {} in NEW.", bet.name,
                               with_commas(trials_before), with_commas(trials_after));
    return;
  }
  bet.statistic = test.pearson.statistic;
  bet.degrees_of_freedom = test.pearson.degrees_of_freedom;
  bet.p_value = test.upper_tail.p;
  bet.log10_p = test.upper_tail.log10_p;
  bet.told_apart_by =
      fmt::format("mean {} in OLD and {} in NEW", short_number(before.mean, 4), short_number(after.mean, 4));
  if (const std::optional<std::size_t> value = strongest_value(first, second)) {
    bet.strongest = after.values[*value].value;
    bet.told_apart_by =
        fmt::format("most clearly {}, which came in {} and in {} of the trials", bet.strongest,
                    percent_of(first[*value], trials_before), percent_of(second[*value], trials_after));
  }
}

ComparedBet compared_bet(const NamedBet& bet, const TargetRecord& before, const TargetRecord& after) {
  ComparedBet compared{.name = bet.name, .settings = settings_of(bet), .linked_in = linked_in(before, after)};
  const BetRecord *of_before = record_of(before, bet), *of_after = record_of(after, bet);
  if (before.target.deck_size != after.target.deck_size) {
    compared.sentence =
        fmt::format("The decks are not of one size: the bet '{}' cannot be compared.", bet.name);
  } else if (of_before == nullptr || of_after == nullptr) {
    compared.sentence =
        fmt::format("{} has no answers to the bet '{}'.", of_before == nullptr ? "OLD" : "NEW", bet.name);
  } else {
    test_bet(*of_before, *of_after, compared);
  }
  return compared;
}

ComparedBet bet_of_one(const NamedBet& bet, const TargetRecord& target, const TargetRecord& other,
                       FoundIn found) {
  ComparedBet compared{.name = bet.name, .settings = settings_of(bet), .found = found};
  const BetRecord* record = record_of(target, bet);
  (found == FoundIn::old_only ? compared.mean_before : compared.mean_after) =
      record == nullptr ? 0 : record->mean;
  const auto namesake = std::ranges::find(other.bets, bet.name, &NamedBet::name);
  compared.sentence =
      namesake == other.bets.end()
          ? fmt::format("Only {} has the bet '{}'.", to_text(found), bet.name)
          : fmt::format("Only {} has the bet '{}' on {}: in {} it is on {}.", to_text(found), bet.name,
                        settings_of(bet), found == FoundIn::old_only ? "NEW" : "OLD", settings_of(*namesake));
  return compared;
}

}  // namespace

const char* to_text(FoundIn found) {
  switch (found) {
    case FoundIn::both:
      return "both";
    case FoundIn::old_only:
      return "OLD";
    case FoundIn::new_only:
      return "NEW";
  }
  return "";
}

std::vector<ComparedBet> compared_bets(const TargetRecord& before, const TargetRecord& after) {
  const auto has = [](const TargetRecord& target, const NamedBet& bet) {
    return std::ranges::any_of(target.bets, [&](const NamedBet& other) { return ask_the_same(bet, other); });
  };
  std::vector<ComparedBet> bets;
  for (const NamedBet& bet : after.bets) {
    bets.push_back(has(before, bet) ? compared_bet(bet, before, after)
                                    : bet_of_one(bet, after, before, FoundIn::new_only));
  }
  for (const NamedBet& bet : before.bets) {
    if (!has(after, bet)) bets.push_back(bet_of_one(bet, before, after, FoundIn::old_only));
  }
  return bets;
}

void answer_bet(ComparedBet& bet, double adjusted_p, const TestedTogether& tested, double confidence) {
  bet.adjusted_p = adjusted_p;
  const std::string found = p_statement(bet.p_value, bet.log10_p);
  if (adjusted_p > level_of_difference(confidence)) {
    bet.answer = CountsAnswer::agree;
    bet.sentence = fmt::format("The values of the bet '{}' agree ({}).", bet.name, found);
    return;
  }
  const std::string apart =
      fmt::format("The values of the bet '{}' do not agree ({}, {})", bet.name, found, bet.told_apart_by);
  bet.answer = bet.linked_in.empty() ? CountsAnswer::differ : CountsAnswer::linked;
  bet.sentence = bet.linked_in.empty()
                     ? fmt::format("{}: with {:.4g} % confidence{} the law changed.", apart, 100 * confidence,
                                   over_all(tested))
                     : fmt::format(
                           "{}, but successive trials of {} are linked, and that alone may make p so "
                           "small: the law need not have changed.",
                           apart, bet.linked_in);
}

}  // namespace fairshuffle
