#include "core/statistics/far_tail.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace fairshuffle::detail {

namespace {

constexpr double enough = std::numeric_limits<double>::epsilon();

// From here on four terms of Stirling's series leave less than 1e-14.
constexpr double smallest_for_stirling = 16;

// log gamma(a + 1) less (a + 1/2) log a - a + log(2 pi) / 2.
double stirling_series(double a) {
  const double square = a * a;
  return (1. / 12 - (1. / 360 - (1. / 1260 - 1. / 1680 / square) / square) / square) / a;
}

double log_root(double a) {
  return std::log(2 * std::numbers::pi * a) / 2;
}

double log_gamma_of_next(double a) {
  double product = 1;
  while (a < smallest_for_stirling) product *= ++a;
  return a * std::log(a) - a + log_root(a) + stirling_series(a) - std::log(product);
}

// count log(count / expected) + excess, where excess = expected - count is small beside both, or is not.
double deviance(double count, double expected, double excess) {
  if (expected < count / 2) return count * std::log(count / expected) + excess;
  const double share = excess / count;
  return count * (share - std::log1p(share));
}

// log of x^a e^-x / gamma(a + 1).
double log_poisson_term(double a, double x) {
  if (a < smallest_for_stirling) return a * std::log(x) - x - log_gamma_of_next(a);
  return -deviance(a, x, x - a) - log_root(a) - stirling_series(a);
}

double log_power(double base, double complement, double exponent) {
  return exponent * (complement < 0.5 ? std::log1p(-complement) : std::log(base));
}

double log_binomial_term(double successes, double trials, double probability, double failure) {
  const double failures = trials - successes;
  if (successes == 0) return log_power(failure, probability, trials);
  if (failures == 0) return log_power(probability, failure, trials);
  const double excess = probability < 0.5 ? trials * probability - successes : failures - trials * failure;
  const auto series = [](double a) { return log_gamma_of_next(a) - (a * std::log(a) - a + log_root(a)); };
  return -deviance(successes, trials * probability, excess) - deviance(failures, trials * failure, -excess) +
         series(trials) - series(successes) - series(failures) + log_root(trials) - log_root(successes) -
         log_root(failures);
}

}  // namespace

double log_far_chi_squared_upper_tail(double statistic, double degrees_of_freedom) {
  const double a = degrees_of_freedom / 2, x = statistic / 2;
  // 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - ...))), from the front (Lentz's method).
  double denominator = x + 1 - a;
  double below = 1 / denominator, above = std::numeric_limits<double>::max(), fraction = below;
  for (double step = 1;; ++step) {
    const double numerator = step * (a - step);
    denominator += 2;
    below = 1 / (denominator + numerator * below);
    above = denominator + numerator / above;
    const double factor = above * below;
    fraction *= factor;
    if (std::abs(factor - 1) <= enough) break;
  }
  return log_poisson_term(a, x) + std::log(a) + std::log(fraction);
}

double log_far_chi_squared_lower_tail(double statistic, double degrees_of_freedom) {
  const double a = degrees_of_freedom / 2, x = statistic / 2;
  double term = 1, sum = 1;
  for (double next = a + 1; term > enough * sum; ++next) {
    term *= x / next;
    sum += term;
  }
  return log_poisson_term(a, x) + std::log(sum);
}

double log_far_binomial_lower_tail(std::uint64_t successes, std::uint64_t trials, double probability,
                                   double failure) {
  const auto all = static_cast<double>(trials);
  double term = 1, sum = 1;
  for (auto from = static_cast<double>(successes); from > 0 && term > enough * sum; --from) {
    term *= from * failure / ((all - from + 1) * probability);
    sum += term;
  }
  return log_binomial_term(static_cast<double>(successes), all, probability, failure) + std::log(sum);
}

}  // namespace fairshuffle::detail
