#include "core/statistics/bias_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/non_central_chi_squared.hpp>

#include "core/statistics/arguments.hpp"

namespace fairshuffle {

namespace {

using CentralLaw = boost::math::chi_squared;
using NoncentralLaw = boost::math::non_central_chi_squared;

// The cost of Boost's search grows with the root of its argument and is some 30 ms here.
constexpr double largest_searched_statistic = 1e8;

// Birge's inequality solved for lambda: with s^2 = df + 2 lambda it is a quadratic in s.
double birge_limit(double statistic, double degrees_of_freedom, double miss) {
  const double root_of_x = std::sqrt(-std::log(miss));
  const double s = 2 * root_of_x + std::sqrt(4 * root_of_x * root_of_x + 2 * statistic - degrees_of_freedom);
  return (s * s - degrees_of_freedom) / 2;
}

void check_counts(std::string_view function, std::span<const std::uint64_t> choosing,
                  std::span<const std::uint64_t> judging) {
  if (choosing.empty()) detail::refuse_argument(function, "cells", "at least 1", 0);
  if (choosing.size() != judging.size()) {
    detail::refuse_argument(function, "cells in judging", "as many as in choosing",
                            static_cast<double>(judging.size()));
  }
}

// Lower confidence limit of a probability of which `successes` of `trials` were seen.
double lower_limit(std::uint64_t successes, std::uint64_t trials, double miss) {
  constexpr std::uint64_t most_searched_trials = 1'000'000'000'000;
  const auto all = static_cast<double>(trials);
  const auto seen = static_cast<double>(successes);
  if (trials > most_searched_trials) return seen / all - std::sqrt(-std::log(miss) / (2 * all));
  return boost::math::binomial::find_lower_bound_on_p(all, seen, miss);
}

}  // namespace

double noncentrality_upper_limit(double statistic, double degrees_of_freedom, double confidence) {
  constexpr std::string_view function = "noncentrality_upper_limit";
  detail::require_not_negative(function, "statistic", statistic);
  detail::require_positive(function, "degrees_of_freedom", degrees_of_freedom);
  detail::require_inside_unit(function, "confidence", confidence);
  const double miss = 1 - confidence;
  const double floored = std::max(statistic, degrees_of_freedom);
  // Boost's search throws when there is nothing to find.
  if (cdf(CentralLaw(degrees_of_freedom), floored) <= miss) return 0;
  if (floored > largest_searched_statistic) return birge_limit(floored, degrees_of_freedom, miss);
  return NoncentralLaw::find_non_centrality(degrees_of_freedom, floored, miss);
}

double tv_upper_bound(double statistic, double degrees_of_freedom, std::uint64_t trials, double confidence) {
  const double lambda = noncentrality_upper_limit(statistic, degrees_of_freedom, confidence);
  if (trials == 0) return 1;
  return std::min(1.0, std::sqrt(lambda / static_cast<double>(trials)) / 2);
}

double phi2_unbiased(double statistic, double degrees_of_freedom, std::uint64_t trials) {
  constexpr std::string_view function = "phi2_unbiased";
  detail::require_not_negative(function, "statistic", statistic);
  detail::require_positive(function, "degrees_of_freedom", degrees_of_freedom);
  if (trials < 2) detail::refuse_argument(function, "trials", "at least 2", static_cast<double>(trials));
  return (statistic - degrees_of_freedom) / static_cast<double>(trials - 1);
}

double tv_lower_bound(const Bet& bet, double confidence) {
  constexpr std::string_view function = "tv_lower_bound";
  detail::require_inside_unit(function, "confidence", confidence);
  if (bet.hits > bet.judged) {
    detail::refuse_argument(function, "hits", "at most the trials judged", static_cast<double>(bet.hits));
  }
  if (bet.share == 0 || bet.judged == 0) return 0;
  return std::max(0.0, lower_limit(bet.hits, bet.judged, 1 - confidence) - bet.share);
}

double tv_lower_bound(std::span<const std::uint64_t> choosing, std::span<const std::uint64_t> judging,
                      double confidence) {
  const std::vector<double> uniform(choosing.size(), 1 / static_cast<double>(choosing.size()));
  return tv_lower_bound(choosing, judging, uniform, confidence);
}

Bet bet_on_frequent_cells(std::span<const std::uint64_t> choosing, std::span<const std::uint64_t> judging,
                          std::span<const double> fair) {
  check_counts("bet_on_frequent_cells", choosing, judging);
  if (fair.size() != choosing.size()) {
    throw std::invalid_argument("bet_on_frequent_cells: fair must have as many cells as the counts");
  }
  const auto total = [](std::span<const std::uint64_t> counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  const auto chosen_from = static_cast<double>(total(choosing));
  Bet bet{.judged = total(judging)};
  for (std::size_t cell = 0; cell < choosing.size(); ++cell) {
    if (static_cast<double>(choosing[cell]) > chosen_from * fair[cell]) {
      bet.share += fair[cell];
      bet.hits += judging[cell];
    }
  }
  return bet;
}

double tv_lower_bound(std::span<const std::uint64_t> choosing, std::span<const std::uint64_t> judging,
                      std::span<const double> fair, double confidence) {
  return tv_lower_bound(bet_on_frequent_cells(choosing, judging, fair), confidence);
}

double noncentrality_needed(double degrees_of_freedom, double alpha, double power) {
  constexpr std::string_view function = "noncentrality_needed";
  detail::require_positive(function, "degrees_of_freedom", degrees_of_freedom);
  detail::require_inside_unit(function, "alpha", alpha);
  detail::require_inside_unit(function, "power", power);
  if (alpha >= power) return 0;
  const double critical = quantile(complement(CentralLaw(degrees_of_freedom), alpha));
  return NoncentralLaw::find_non_centrality(degrees_of_freedom, critical, 1 - power);
}

double trials_needed(double degrees_of_freedom, double alpha, double power, double phi2) {
  detail::require_not_negative("trials_needed", "phi2", phi2);
  const double lambda = noncentrality_needed(degrees_of_freedom, alpha, power);
  return phi2 > 0 ? lambda / phi2 : std::numeric_limits<double>::infinity();
}

double trials_for_certificate(double degrees_of_freedom, double tolerance, double confidence) {
  if (!(tolerance > 0 && tolerance <= 1)) {
    detail::refuse_argument("trials_for_certificate", "tolerance", "above 0 and at most 1", tolerance);
  }
  return noncentrality_upper_limit(degrees_of_freedom, degrees_of_freedom, confidence) /
         (4 * tolerance * tolerance);
}

}  // namespace fairshuffle
