#include "core/statistics/tail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string_view>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <fmt/format.h>

namespace fairshuffle::detail {

void refuse_argument(std::string_view function, std::string_view argument, std::string_view must_be,
                     double value) {
  throw std::invalid_argument(fmt::format("{}: {} must be {}, was {}", function, argument, must_be, value));
}

void require_not_negative(std::string_view function, std::string_view argument, double value) {
  if (!(std::isfinite(value) && value >= 0)) {
    refuse_argument(function, argument, "finite and at least 0", value);
  }
}

void require_positive(std::string_view function, std::string_view argument, double value) {
  if (!(std::isfinite(value) && value > 0)) refuse_argument(function, argument, "finite and above 0", value);
}

void require_share(std::string_view function, std::string_view argument, double value) {
  if (!(value > 0 && value <= 1)) refuse_argument(function, argument, "above 0 and at most 1", value);
}

void require_inside_unit(std::string_view function, std::string_view argument, double value) {
  if (!(value > 0 && value < 1)) refuse_argument(function, argument, "between 0 and 1", value);
}

}  // namespace fairshuffle::detail

namespace fairshuffle {

namespace {

// Boost's default policy but for overflow: a statistic far below large degrees of freedom is divided by a
// gamma function that overflows, which would throw where ignoring it gives the right answer, 0.
using Policy =
    boost::math::policies::policy<boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

template <class Real>
using ChiSquaredDistribution = boost::math::chi_squared_distribution<Real, Policy>;
template <class Real>
using BinomialDistribution = boost::math::binomial_distribution<Real, Policy>;

// Below this a double is near its denormals, whose logarithm is worth little.
constexpr double smallest_p = 1e-300;

/// `tail` gives the probability in the type of the argument it is passed, `log_of_far_tail` the logarithm of
/// one below the range of double.
template <class Tail, class FarTail>
TailProbability evaluated(Tail tail, [[maybe_unused]] FarTail log_of_far_tail) {
  const double p = std::min(tail(double{}), 1.0);
  if (p >= smallest_p) return {p, std::log10(p)};
#ifdef __EMSCRIPTEN__
  // The long double of WebAssembly has no more range than double: its functions are those of double.
  const double log10_p = log_of_far_tail() / std::numbers::ln10;
#else
  const long double wide_p = tail(0.0L);
  const double log10_p = wide_p == 0 ? smallest_log10_p : static_cast<double>(std::log10(wide_p));
#endif
  return {0, std::max(log10_p, smallest_log10_p)};
}

void check_chi_squared(std::string_view function, double statistic, double degrees_of_freedom) {
  detail::require_not_negative(function, "statistic", statistic);
  detail::require_positive(function, "degrees_of_freedom", degrees_of_freedom);
}

void check_binomial(std::string_view function, std::uint64_t successes, std::uint64_t trials,
                    double probability) {
  if (trials > largest_trial_count) {
    detail::refuse_argument(function, "trials", "at most 2^53", static_cast<double>(trials));
  }
  if (successes > trials) {
    detail::refuse_argument(function, "successes", "at most the trials", static_cast<double>(successes));
  }
  if (!(probability >= 0 && probability <= 1)) {
    detail::refuse_argument(function, "probability", "from 0 to 1", probability);
  }
}

}  // namespace

double log_choose(double of, double some) {
  return std::lgamma(of + 1) - std::lgamma(some + 1) - std::lgamma(of - some + 1);
}

TailProbability two_sided(const TailProbability& upper, const TailProbability& lower) {
  return times(upper.log10_p < lower.log10_p ? upper : lower, 2);
}

TailProbability times(const TailProbability& tail, double factor) {
  if (tail.log10_p == smallest_log10_p) return tail;
  if (tail.p > 0) {
    const double p = std::min(factor * tail.p, 1.0);
    return {p, std::log10(p)};
  }
  const double log10_p = tail.log10_p + std::log10(factor);
  return {log10_p >= std::log10(smallest_p) ? std::pow(10, log10_p) : 0, log10_p};
}

TailProbability chi_squared_upper_tail(double statistic, double degrees_of_freedom) {
  check_chi_squared("chi_squared_upper_tail", statistic, degrees_of_freedom);
  return evaluated(
      [=]<class Real>(Real) {
        return cdf(complement(ChiSquaredDistribution<Real>(degrees_of_freedom), Real{statistic}));
      },
      [=] { return detail::log_far_chi_squared_upper_tail(statistic, degrees_of_freedom); });
}

TailProbability chi_squared_lower_tail(double statistic, double degrees_of_freedom) {
  check_chi_squared("chi_squared_lower_tail", statistic, degrees_of_freedom);
  return evaluated(
      [=]<class Real>(Real) {
        return cdf(ChiSquaredDistribution<Real>(degrees_of_freedom), Real{statistic});
      },
      [=] { return detail::log_far_chi_squared_lower_tail(statistic, degrees_of_freedom); });
}

TailProbability binomial_upper_tail(std::uint64_t successes, std::uint64_t trials, double probability) {
  check_binomial("binomial_upper_tail", successes, trials, probability);
  if (successes == 0) return {};
  return evaluated(
      [=]<class Real>(Real) {
        const BinomialDistribution<Real> distribution(static_cast<Real>(trials),
                                                      static_cast<Real>(probability));
        return cdf(complement(distribution, static_cast<Real>(successes - 1)));
      },
      [=] {
        return detail::log_far_binomial_lower_tail(trials - successes, trials, 1 - probability, probability);
      });
}

TailProbability binomial_lower_tail(std::uint64_t successes, std::uint64_t trials, double probability) {
  check_binomial("binomial_lower_tail", successes, trials, probability);
  return evaluated(
      [=]<class Real>(Real) {
        const BinomialDistribution<Real> distribution(static_cast<Real>(trials),
                                                      static_cast<Real>(probability));
        return cdf(distribution, static_cast<Real>(successes));
      },
      [=] { return detail::log_far_binomial_lower_tail(successes, trials, probability, 1 - probability); });
}

TailProbability binomial_two_sided(std::uint64_t successes, std::uint64_t trials, double probability) {
  return two_sided(binomial_upper_tail(successes, trials, probability),
                   binomial_lower_tail(successes, trials, probability));
}

TailProbability poisson_upper_tail(double count, double mean) {
  return count == 0 ? TailProbability{} : chi_squared_lower_tail(2 * mean, 2 * count);
}

TailProbability poisson_lower_tail(double count, double mean) {
  return chi_squared_upper_tail(2 * mean, 2 * count + 2);
}

double normal_upper_quantile(double above) {
  return quantile(complement(boost::math::normal(), above));
}

double chi_squared_upper_quantile(double above, double degrees_of_freedom) {
  return quantile(complement(boost::math::chi_squared(degrees_of_freedom), above));
}

}  // namespace fairshuffle

namespace fairshuffle::detail {

namespace {

constexpr double enough = std::numeric_limits<double>::epsilon();

double log_root(double a) {
  return std::log(2 * std::numbers::pi * a) / 2;
}

// log gamma(a + 1) less (a + 1/2) log a - a + log(2 pi) / 2: from 16 on four terms of Stirling's series leave
// less than 1e-14.
double stirling_series(double a) {
  if (a < 16) return std::lgamma(a + 1) - (a * std::log(a) - a + log_root(a));
  const double square = a * a;
  return (1. / 12 - (1. / 360 - (1. / 1260 - 1. / 1680 / square) / square) / square) / a;
}

// count log(count / expected) + excess, where excess = expected - count is small beside both, or is not.
double deviance(double count, double expected, double excess) {
  if (expected < count / 2) return count * std::log(count / expected) + excess;
  const double share = excess / count;
  return count * (share - std::log1p(share));
}

// log of x^a e^-x / gamma(a + 1).
double log_poisson_term(double a, double x) {
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
  return -deviance(successes, trials * probability, excess) - deviance(failures, trials * failure, -excess) +
         stirling_series(trials) - stirling_series(successes) - stirling_series(failures) + log_root(trials) -
         log_root(successes) - log_root(failures);
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
