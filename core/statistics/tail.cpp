#include "core/statistics/tail.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>

#include "core/statistics/arguments.hpp"
#include "core/statistics/far_tail.hpp"

namespace fairshuffle {

namespace {

// Boost's default policy but for overflow: a statistic far below large degrees of freedom is divided by a
// gamma function that overflows, which would throw where ignoring it gives the right answer, 0.
using Policy =
    boost::math::policies::policy<boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

template <class Real>
using ChiSquaredLaw = boost::math::chi_squared_distribution<Real, Policy>;
template <class Real>
using BinomialLaw = boost::math::binomial_distribution<Real, Policy>;

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

TailProbability upper_tail(std::uint64_t successes, std::uint64_t trials, double probability) {
  if (successes == 0) return {};
  return evaluated(
      [=]<class Real>(Real) {
        const BinomialLaw<Real> law(static_cast<Real>(trials), static_cast<Real>(probability));
        return cdf(complement(law, static_cast<Real>(successes - 1)));
      },
      [=] {
        return detail::log_far_binomial_lower_tail(trials - successes, trials, 1 - probability, probability);
      });
}

TailProbability lower_tail(std::uint64_t successes, std::uint64_t trials, double probability) {
  return evaluated(
      [=]<class Real>(Real) {
        const BinomialLaw<Real> law(static_cast<Real>(trials), static_cast<Real>(probability));
        return cdf(law, static_cast<Real>(successes));
      },
      [=] { return detail::log_far_binomial_lower_tail(successes, trials, probability, 1 - probability); });
}

}  // namespace

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
        const ChiSquaredLaw<Real> law(static_cast<Real>(degrees_of_freedom));
        return cdf(complement(law, static_cast<Real>(statistic)));
      },
      [=] { return detail::log_far_chi_squared_upper_tail(statistic, degrees_of_freedom); });
}

TailProbability chi_squared_lower_tail(double statistic, double degrees_of_freedom) {
  check_chi_squared("chi_squared_lower_tail", statistic, degrees_of_freedom);
  return evaluated(
      [=]<class Real>(Real) {
        const ChiSquaredLaw<Real> law(static_cast<Real>(degrees_of_freedom));
        return cdf(law, static_cast<Real>(statistic));
      },
      [=] { return detail::log_far_chi_squared_lower_tail(statistic, degrees_of_freedom); });
}

TailProbability binomial_upper_tail(std::uint64_t successes, std::uint64_t trials, double probability) {
  check_binomial("binomial_upper_tail", successes, trials, probability);
  return upper_tail(successes, trials, probability);
}

TailProbability binomial_lower_tail(std::uint64_t successes, std::uint64_t trials, double probability) {
  check_binomial("binomial_lower_tail", successes, trials, probability);
  return lower_tail(successes, trials, probability);
}

TailProbability binomial_two_sided(std::uint64_t successes, std::uint64_t trials, double probability) {
  check_binomial("binomial_two_sided", successes, trials, probability);
  return two_sided(upper_tail(successes, trials, probability), lower_tail(successes, trials, probability));
}

double normal_upper_quantile(double above) {
  return quantile(complement(boost::math::normal(), above));
}

double chi_squared_upper_quantile(double above, double degrees_of_freedom) {
  return quantile(complement(boost::math::chi_squared(degrees_of_freedom), above));
}

}  // namespace fairshuffle
