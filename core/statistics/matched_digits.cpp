#include "core/statistics/matched_digits.hpp"

#include <cmath>
#include <string>

#include "core/statistics/arguments.hpp"
#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/digit_counts.hpp"
#include "core/statistics/filtered_result.hpp"

namespace fairshuffle {

std::vector<std::vector<double>> filter_of(const DigitLaw& law) {
  const double length = std::sqrt(product_of_digits(law, law));
  if (!(length > 0)) detail::refuse_argument("filter_of", "law", "uneven", 0);
  std::vector<std::vector<double>> filter;
  for (const std::vector<double>& digit : law.probability) {
    std::vector<double>& weights = filter.emplace_back();
    for (const double p : digit) weights.push_back((static_cast<double>(digit.size()) * p - 1) / length);
  }
  return filter;
}

double matched_digits_statistic(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> digits,
                                const std::vector<std::vector<double>>& filter) {
  constexpr std::string_view function = "matched_digits_statistic";
  if (trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  if (filter.size() + 1 != static_cast<std::size_t>(deck_size)) {
    detail::refuse_argument(function, "filter", "of as many draws", static_cast<double>(filter.size()));
  }
  double sum = 0;
  detail::for_each_digit(
      function, deck_size, trials, digits, [&](std::size_t i, std::span<const std::uint64_t> counts) {
        // The weights of a digit add up to 0, so that what is due changes nothing but the rounding.
        const long double due = static_cast<long double>(trials) / static_cast<long double>(counts.size());
        for (std::size_t value = 0; value < counts.size(); ++value) {
          sum += filter[i - 1][value] * static_cast<double>(static_cast<long double>(counts[value]) - due);
        }
      });
  return sum / std::sqrt(static_cast<double>(trials));
}

std::vector<TestResult> test_matched_digits(const Tally& tally) {
  constexpr std::string_view name = matched_digits_test.name;
  if (tally.deck_size < smallest_large_deck) return {detail::of_large_decks_only(name)};
  if (tally.trials == 0) return {detail::not_applied(name, "there were no trials")};
  const std::span<const std::uint64_t> digits = tally.tables.of(draw_digits_table);
  std::vector<TestResult> results;
  for (const DigitMistake& mistake : digit_mistakes(tally.deck_size)) {
    const double z = matched_digits_statistic(tally.deck_size, tally.trials, digits, filter_of(mistake.law));
    results.push_back(detail::filtered_result("matched digits, " + mistake.name, z, tally.trials));
  }
  return results;
}

}  // namespace fairshuffle
