#include "core/statistics/families/bet_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "core/statistics/arguments.hpp"
#include "core/statistics/bet_laws.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/clopper_pearson.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

// What of the error one bet has for either form of its bound.
struct Errors {
  double of_distance, of_intervals;
};

Errors errors_of_bet(std::string_view function, const Tally& tally, double confidence) {
  detail::require_inside_unit(function, "confidence", confidence);
  if (tally.bets.empty()) {
    throw std::invalid_argument(std::string(function) + ": the tally has no named bets");
  }
  const double error = (1 - confidence) / static_cast<double>(tally.bets.all().size());
  return {0.9 * error, 0.1 * error};
}

double values_possible(const std::vector<double>& law) {
  return static_cast<double>(std::ranges::count_if(law, [](double p) { return p > 0; }));
}

double bound_of_bet(const BetCounts::Counted& counted, const std::vector<double>& law, std::uint64_t trials,
                    const Errors& errors) {
  const double error_of_value = errors.of_intervals / values_possible(law);
  double distance = 0, above = 0, below = 0;
  for (std::size_t value = 0; value < law.size(); ++value) {
    if (law[value] == 0) continue;
    const double share = static_cast<double>(counted.by_value[value]) / static_cast<double>(trials);
    distance += std::abs(share - law[value]) / 2;
    const Interval interval = clopper_pearson(counted.by_value[value], trials, error_of_value);
    above += std::max(0.0, interval.upper - law[value]);
    below += std::max(0.0, law[value] - interval.lower);
  }
  return std::min(
      {tv_upper_bound_of_distance(std::min(1.0, distance), 1, trials, 1 - errors.of_distance), above, below});
}

}  // namespace

FamilyBound bound_named_bets(const Tally& tally, double confidence) {
  const Errors errors = errors_of_bet("bound_named_bets", tally, confidence);
  FamilyBound bound;
  if (tally.trials == 0) return bound;
  const auto trials = static_cast<double>(tally.trials);
  for (std::size_t bet = 0; bet < tally.bets.all().size(); ++bet) {
    const BetCounts::Counted& counted = tally.bets.all()[bet];
    const std::vector<double> law = bet_law(counted.bet, tally.deck_size);
    const double of_bet = bound_of_bet(counted, law, tally.trials, errors);
    if (bound.tv_upper && of_bet <= *bound.tv_upper) continue;
    bound = {.farthest = bet, .degrees_of_freedom = values_possible(law) - 1, .tv_upper = of_bet};
    for (std::size_t value = 0; value < law.size(); ++value) {
      if (law[value] == 0) continue;
      const double expected = trials * law[value],
                   off = static_cast<double>(counted.by_value[value]) - expected;
      bound.statistic += off * off / expected;
    }
  }
  return bound;
}

double trials_for_named_bets(const Tally& tally, double tolerance, double confidence) {
  if (!(tolerance > 0 && tolerance <= 1)) {
    detail::refuse_argument("trials_for_named_bets", "tolerance", "above 0 and at most 1", tolerance);
  }
  const Errors errors = errors_of_bet("trials_for_named_bets", tally, confidence);
  double most = 0;
  for (const BetCounts::Counted& counted : tally.bets.all()) {
    const std::vector<double> law = bet_law(counted.bet, tally.deck_size);
    // Half the mean deviations of the shares are sqrt(p (1 - p) / (2 pi N)).
    double deviations = 0;
    for (const double p : law) deviations += std::sqrt(p * (1 - p));
    const double root_of_distance =
        (deviations / std::sqrt(2 * std::numbers::pi) + std::sqrt(-std::log(errors.of_distance) / 2)) /
        tolerance;
    // An end of the interval lies about z sqrt(p (1 - p) / N) + z^2 / (3 N) away: a quadratic in sqrt(N).
    const double values = values_possible(law);
    const double z = normal_upper_quantile(errors.of_intervals / values / 2);
    const double linear = z * deviations, constant = values * z * z / 3;
    const double root_of_intervals =
        (linear + std::sqrt(linear * linear + 4 * tolerance * constant)) / (2 * tolerance);
    const double root = std::min(root_of_distance, root_of_intervals);
    most = std::max(most, root * root);
  }
  return most;
}

}  // namespace fairshuffle
