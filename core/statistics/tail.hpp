// Tails of distributions, far out too.
#pragma once

#include <cstdint>
#include <string_view>

namespace fairshuffle::detail {

// Checks of arguments at the door: Boost's own checks differ from function to function.

/// Throws std::invalid_argument "function: argument must be ..., was value".
[[noreturn]] void refuse_argument(std::string_view function, std::string_view argument,
                                  std::string_view must_be, double value);

/// Throws std::invalid_argument unless value is finite and at least 0.
void require_not_negative(std::string_view function, std::string_view argument, double value);

/// Throws std::invalid_argument unless value is finite and above 0.
void require_positive(std::string_view function, std::string_view argument, double value);

/// Throws std::invalid_argument unless 0 < value <= 1.
void require_share(std::string_view function, std::string_view argument, double value);

/// Throws std::invalid_argument unless 0 < value < 1.
void require_inside_unit(std::string_view function, std::string_view argument, double value);

}  // namespace fairshuffle::detail

// Tail probabilities that stay right where doubles end.
//
// The functions ask Boost.Math under its default policy, which computes in long double; where the result
// falls below 1e-300 they ask again for the distribution over long double and keep the logarithm.

namespace fairshuffle {

/// A probability with its logarithm, for values below the range of double.
struct TailProbability {
  double p = 1;        ///< 0 when below 1e-300: then only log10_p tells
  double log10_p = 0;  ///< right to six decimals down to -4900; smallest_log10_p means "or less"
};

/// `factor` times the probability, at most 1; factor >= 1.
TailProbability times(const TailProbability& tail, double factor);

/// Twice the smaller of the two tails of one statistic, at most 1: where each tail is honest at alpha/2, so
/// is this at alpha.
TailProbability two_sided(const TailProbability& upper, const TailProbability& lower);

/// The bottom of log10_p: anything smaller is reported as this.
inline constexpr double smallest_log10_p = -4900;

/// The largest number of trials that any statistic here takes: integers are exact in double to here.
inline constexpr std::uint64_t largest_trial_count = std::uint64_t{1} << 53;

/// ln of the number of ways to choose `some` of `of`, 0 <= some <= of.
double log_choose(double of, double some);

/// P(X >= statistic) for X chi-square on `degrees_of_freedom` (any real above 0).
/// Throws std::invalid_argument for a statistic that is negative or not finite and for other degrees of
/// freedom. Relative error of p below 1e-13 to 1e5 degrees of freedom and 1e-11 at 479,001,599. Source: the
/// regularised incomplete gamma function of Boost.Math; checked against mpmath.
TailProbability chi_squared_upper_tail(double statistic, double degrees_of_freedom);

/// P(X <= statistic); the rest as chi_squared_upper_tail.
TailProbability chi_squared_lower_tail(double statistic, double degrees_of_freedom);

/// P(X >= successes) for X binomial of `trials` (to largest_trial_count) and `probability` (0 to 1), exact:
/// the regularised incomplete beta function. Throws std::invalid_argument when successes > trials, for more
/// trials and for other probabilities. Relative error of p below 1e-9 to 1e12 trials and below 1e-4 above; a
/// millisecond at most to 1e12 trials. Checked against mpmath.
TailProbability binomial_upper_tail(std::uint64_t successes, std::uint64_t trials, double probability);

/// P(X <= successes); the rest as binomial_upper_tail.
TailProbability binomial_lower_tail(std::uint64_t successes, std::uint64_t trials, double probability);

/// two_sided of both tails: P(p-value <= alpha) <= alpha holds for every alpha. The rest as
/// binomial_upper_tail.
TailProbability binomial_two_sided(std::uint64_t successes, std::uint64_t trials, double probability);

/// P(X >= count) and P(X <= count) for X Poisson of mean above 0; count whole, at least 0. A Poisson number
/// is at least r where a chi-square on 2 r degrees of freedom is at most twice its mean.
TailProbability poisson_upper_tail(double count, double mean);
TailProbability poisson_lower_tail(double count, double mean);

/// The x with P(X >= x) = above for X standard normal; above between 0 and 1, both left out. Source: the
/// inverse complementary error function of Boost.Math.
double normal_upper_quantile(double above);

/// The same for X chi-square on `degrees_of_freedom` (any real above 0).
double chi_squared_upper_quantile(double above, double degrees_of_freedom);

}  // namespace fairshuffle

// Logarithms of tails below the range of double, computed in double: for where no floating-point type has a
// wider range.
//
// A tail that far out is its largest term times a sum that is near 1; the logarithm of the term is taken by
// itself. With the wide type of Boost.Multiprecision in its place the module for the web would be larger by a
// twentieth.

namespace fairshuffle::detail {

/// log P(X >= statistic) for X chi-square on `degrees_of_freedom`; minus infinity for 0.
/// Precondition: statistic > degrees_of_freedom + 2. Absolute error below 1e-8 to 5e8 degrees of freedom.
/// Source: Legendre's continued fraction (Abramowitz and Stegun 6.5.31), and the deviance of Loader 2000 for
/// the term before it. Checked against Boost.Math in long double.
double log_far_chi_squared_upper_tail(double statistic, double degrees_of_freedom);

/// log P(X <= statistic), by the power series 6.5.29; statistic < degrees_of_freedom. The rest as above.
double log_far_chi_squared_lower_tail(double statistic, double degrees_of_freedom);

/// log P(X <= successes) for X binomial, with `failure` = 1 - probability given beside it, since one of them
/// may be lost in the other. Precondition: successes < trials * probability. Absolute error below 1e-8 to
/// 1e12 trials. P(X >= successes) is the same of trials - successes with the probabilities swapped.
double log_far_binomial_lower_tail(std::uint64_t successes, std::uint64_t trials, double probability,
                                   double failure);

}  // namespace fairshuffle::detail
