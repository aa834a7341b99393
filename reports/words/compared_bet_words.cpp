#include "reports/words/compared_bet_words.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/p_words.hpp"
#include "reports/words/compared_counts_words.hpp"

namespace fairshuffle {

namespace {

std::string bet_of_one_report(const ComparedBet& bet) {
  const std::string has = reports_named(bet.found);
  if (bet.namesake_is_on.empty()) return fmt::format("Only {} has the bet '{}'.", has, bet.name);
  const FoundIn other = bet.found == FoundIn::old_only ? FoundIn::new_only : FoundIn::old_only;
  return fmt::format("Only {} has the bet '{}' on {}: in {} it is on {}.", has, bet.name, bet.settings,
                     reports_named(other), bet.namesake_is_on);
}

std::string untested_bet_words(BetUntested why, const ComparedBet& bet) {
  const auto no_answers = [&bet](FoundIn lacking) {
    return fmt::format("{} has no answers to the bet '{}'.", reports_named(lacking), bet.name);
  };
  const auto none_valid = [&bet](FoundIn lacking) {
    return fmt::format("{} has no valid trial: the bet '{}' cannot be compared.", reports_named(lacking),
                       bet.name);
  };
  switch (why) {
    case BetUntested::unlike_decks:
      return fmt::format("The decks are not of one size: the bet '{}' cannot be compared.", bet.name);
    case BetUntested::no_answers_in_old:
      return no_answers(FoundIn::old_only);
    case BetUntested::no_answers_in_new:
      return no_answers(FoundIn::new_only);
    case BetUntested::none_valid_in_old:
      return none_valid(FoundIn::old_only);
    case BetUntested::none_valid_in_new:
      return none_valid(FoundIn::new_only);
    case BetUntested::too_few_trials:
      return fmt::format("Too few trials to compare the bet '{}': {} in OLD and {} in NEW.", bet.name,
                         with_commas(bet.trials_before), with_commas(bet.trials_after));
  }
  return "";
}

std::string percent_of(std::uint64_t count, std::uint64_t trials) {
  return short_number(100 * static_cast<double>(count) / static_cast<double>(trials), 4) + " %";
}

// A clause on what the test sees.
std::string values_told_apart(const ComparedBet& bet) {
  if (!bet.strongest) {
    return fmt::format("mean {} in OLD and {} in NEW", short_number(bet.mean_before, 4),
                       short_number(bet.mean_after, 4));
  }
  return fmt::format("most clearly {}, which came in {} and in {} of the trials", bet.strongest->value,
                     percent_of(bet.strongest->count_before, bet.trials_before),
                     percent_of(bet.strongest->count_after, bet.trials_after));
}

std::string tested_bet_words(const ComparedBet& bet, const Comparison& comparison) {
  const std::string found = p_statement(bet.p_value, bet.log10_p);
  if (bet.answer == CountsAnswer::agree) {
    return fmt::format("The values of the bet '{}' agree ({}).", bet.name, found);
  }
  return law_changed_words(fmt::format("The values of the bet '{}' do not agree ({}, {})", bet.name, found,
                                       values_told_apart(bet)),
                           bet.linked_in, comparison);
}

}  // namespace

std::string compared_bet_words(const ComparedBet& bet, const Comparison& comparison) {
  if (bet.found != FoundIn::both) return bet_of_one_report(bet);
  if (bet.why_untested) return untested_bet_words(*bet.why_untested, bet);
  if (bet.answer == CountsAnswer::same) {
    return fmt::format("The counts of the bet '{}' are the very same.", bet.name);
  }
  return tested_bet_words(bet, comparison);
}

}  // namespace fairshuffle
