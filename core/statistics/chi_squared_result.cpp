#include "core/statistics/chi_squared_result.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/arguments.hpp"

namespace fairshuffle::detail {

TrialRule trial_rule(std::uint64_t fewest_for_table) {
  return {std::max<std::uint64_t>(fewest_for_table, 2400), std::max<std::uint64_t>(fewest_for_table, 12000)};
}

TrialRule table_rule(int deck_size) {
  constexpr int large_deck = 24;
  if (deck_size >= large_deck) return {600, 600};
  return trial_rule(20 * static_cast<std::uint64_t>(deck_size));
}

TestResult not_applied(std::string_view name, std::string reason) {
  TestResult result;
  result.name = name;
  result.reason = std::move(reason);
  return result;
}

TestResult of_decks_from(int smallest_deck, std::string_view name) {
  return not_applied(name, fmt::format("is for decks of {} cards and more", smallest_deck));
}

TestResult of_large_decks_only(std::string_view name) {
  return of_decks_from(smallest_large_deck, name);
}

std::string too_few_trials(std::uint64_t fewest, std::string_view table, std::uint64_t trials) {
  return fmt::format("needs at least {} trials for {}; there were {}", with_commas(fewest), table,
                     with_commas(trials));
}

TestResult chi_squared_result(std::string_view name, ChiSquared outcome, std::uint64_t trials,
                              TrialRule rule) {
  return chi_squared_result(name, outcome, trials, rule, outcome.degrees_of_freedom + 1);
}

TestResult chi_squared_result(std::string_view name, ChiSquared outcome, std::uint64_t trials, TrialRule rule,
                              double cells) {
  TestResult result;
  result.name = name;
  result.applied = true;
  result.statistic = outcome.statistic;
  result.degrees_of_freedom = outcome.degrees_of_freedom;
  result.upper_tail = chi_squared_upper_tail(outcome.statistic, outcome.degrees_of_freedom);
  result.lower_tail = chi_squared_lower_tail(outcome.statistic + cells / static_cast<double>(trials),
                                             outcome.degrees_of_freedom);
  result.p_value = two_sided(result.upper_tail, result.lower_tail);
  result.tail = result.lower_tail.log10_p < result.upper_tail.log10_p ? Tail::lower : Tail::upper;
  result.honest_from_level = trials < rule.fewest_for_any_level ? honest_level_of_few_trials : 0;
  return result;
}

TestResult large_table_result(std::string_view name, const ChiSquared& outcome, const Tally& tally,
                              TrialRule rule) {
  if (tally.trials < rule.fewest) {
    return not_applied(name,
                       too_few_trials(rule.fewest, fmt::format("{} cards", tally.deck_size), tally.trials));
  }
  return chi_squared_result(name, outcome, tally.trials, rule);
}

TestResult two_cells_result(std::string_view name, std::uint64_t in_first_cell, std::uint64_t trials,
                            double probability) {
  TestResult result;
  result.name = name;
  result.applied = true;
  const double all = static_cast<double>(trials);
  const double count = static_cast<double>(in_first_cell);
  const double expected = all * probability;
  const double distance = std::abs(count - expected);
  result.statistic = distance * distance / (expected * (1 - probability));
  result.degrees_of_freedom = 1;
  result.p_value = result.upper_tail = binomial_two_sided(in_first_cell, trials, probability);

  // The observed count is one end of the range, whatever rounding does to the other.
  const double mirrored = 2 * expected - count;
  const double first = count < expected ? count : std::max(std::ceil(mirrored), 0.0);
  const double last = count < expected ? std::min(std::floor(mirrored), all) : count;
  double outside = 0;
  if (first > 0) outside += binomial_lower_tail(static_cast<std::uint64_t>(first) - 1, trials, probability).p;
  if (last < all) outside += binomial_upper_tail(static_cast<std::uint64_t>(last) + 1, trials, probability).p;
  // Subtracting is safe: what is left holds the observed count and the centre, so it is never below about
  // 1/sqrt(trials).
  const double inside = std::clamp(1 - outside, 1e-300, 1.0);
  result.lower_tail = {inside, std::log10(inside)};
  return result;
}

void check_total(std::string_view function, std::uint64_t counted, std::uint64_t demanded,
                 std::uint64_t trials) {
  if (trials > largest_trial_count) {
    refuse_argument(function, "trials", "at most 2^53", static_cast<double>(trials));
  }
  if (counted != demanded) {
    throw std::invalid_argument(fmt::format("{}: the table holds {} counts where {} trials make {}", function,
                                            counted, trials, demanded));
  }
}

}  // namespace fairshuffle::detail
