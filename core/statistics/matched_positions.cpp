#include "core/statistics/matched_positions.hpp"

#include <cmath>
#include <string>

#include "core/statistics/arguments.hpp"
#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/filtered_result.hpp"
#include "core/statistics/position_deviations.hpp"

namespace fairshuffle {

std::vector<double> filter_of(const CardLaw& law) {
  const double length = std::sqrt(phi2_of_positions(law) / (law.deck_size - 1));
  if (!(length > 0)) detail::refuse_argument("filter_of", "law", "uneven", 0);
  std::vector<double> filter;
  filter.reserve(law.probability.size());
  for (const double p : law.probability) filter.push_back((p - 1. / law.deck_size) / length);
  return filter;
}

double matched_statistic(const Tally& tally, const std::vector<double>& filter) {
  return matched_statistic(detail::position_deviations("matched_statistic", tally), filter);
}

double matched_statistic(const std::vector<double>& deviations, const std::vector<double>& filter) {
  double sum = 0;
  for (std::size_t cell = 0; cell < filter.size(); ++cell) sum += filter[cell] * deviations[cell];
  return sum;
}

std::vector<TestResult> test_matched_positions(const Tally& tally) {
  constexpr std::string_view name = matched_positions_test.name;
  if (tally.deck_size < smallest_large_deck) return {detail::of_large_decks_only(name)};
  if (tally.trials == 0) return {detail::not_applied(name, "there were no trials")};
  const std::vector<double> deviations = detail::position_deviations(name, tally);
  std::vector<TestResult> results;
  for (const CardMistake& mistake : card_mistakes(tally.deck_size)) {
    results.push_back(detail::filtered_result(
        "matched " + mistake.name, matched_statistic(deviations, filter_of(mistake.law)), tally.trials));
  }
  return results;
}

}  // namespace fairshuffle
