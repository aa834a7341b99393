#include "core/comparison/compared_bets.hpp"

#include <algorithm>
#include <cstddef>

#include "core/record/count_sum.hpp"
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

std::optional<StrongestValue> strongest_value(const BetRecord& before, const BetRecord& after) {
  const Counts first = counts_of(before), second = counts_of(after);
  const auto all_first = static_cast<double>(sum_of_counts(first));
  const auto all_second = static_cast<double>(sum_of_counts(second));
  const double smaller_share = std::min(all_first, all_second) / (all_first + all_second);
  std::optional<StrongestValue> strongest;
  double most = 0;
  for (std::size_t value = 0; value < first.size(); ++value) {
    const auto a = static_cast<double>(first[value]), b = static_cast<double>(second[value]);
    if ((a + b) * smaller_share < static_cast<double>(least_expected_of_homogeneity)) continue;
    const double off = a * all_second - b * all_first, part = off * off / (a + b);
    if (part <= most) continue;
    most = part;
    strongest = {
        .value = after.values[value].value, .count_before = first[value], .count_after = second[value]};
  }
  return strongest;
}

void test_bet(const BetRecord& before, const BetRecord& after, ComparedBet& bet) {
  const Counts first = counts_of(before), second = counts_of(after);
  bet.mean_before = before.mean;
  bet.mean_after = after.mean;
  bet.trials_before = sum_of_counts(first);
  bet.trials_after = sum_of_counts(second);
  if (first == second) {
    bet.answer = CountsAnswer::same;
    return;
  }
  if (bet.trials_before == 0 || bet.trials_after == 0) {
    bet.why_untested =
        bet.trials_before == 0 ? BetUntested::none_valid_in_old : BetUntested::none_valid_in_new;
    return;
  }
  const Homogeneity test = homogeneity(first, second);
  if (test.pearson.degrees_of_freedom == 0) {
    bet.why_untested = BetUntested::too_few_trials;
    return;
  }
  bet.statistic = test.pearson.statistic;
  bet.degrees_of_freedom = test.pearson.degrees_of_freedom;
  bet.p_value = test.upper_tail.p;
  bet.log10_p = test.upper_tail.log10_p;
  bet.strongest = strongest_value(before, after);
}

ComparedBet compared_bet(const NamedBet& bet, const TargetRecord& before, const TargetRecord& after) {
  ComparedBet compared{.name = bet.name, .settings = settings_of(bet), .linked_in = linked_in(before, after)};
  const BetRecord *of_before = record_of(before, bet), *of_after = record_of(after, bet);
  if (before.target.deck_size != after.target.deck_size) {
    compared.why_untested = BetUntested::unlike_decks;
  } else if (of_before == nullptr || of_after == nullptr) {
    compared.why_untested =
        of_before == nullptr ? BetUntested::no_answers_in_old : BetUntested::no_answers_in_new;
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
  if (namesake != other.bets.end()) compared.namesake_is_on = settings_of(*namesake);
  return compared;
}

}  // namespace

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

void answer_bet(ComparedBet& bet, double adjusted_p, double confidence) {
  bet.adjusted_p = adjusted_p;
  bet.answer = answer_of(adjusted_p, bet.linked_in, confidence);
}

}  // namespace fairshuffle
