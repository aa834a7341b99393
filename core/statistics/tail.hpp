// Tail probabilities that stay right where doubles end.
//
// The functions ask Boost.Math under its default policy, which computes in long double; where the result
// falls below 1e-300 they ask again for the distribution over long double and keep the logarithm.
#pragma once

#include <cstdint>

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

/// The x with P(X >= x) = above for X standard normal; above between 0 and 1, both left out. Source: the
/// inverse complementary error function of Boost.Math.
double normal_upper_quantile(double above);

/// The same for X chi-square on `degrees_of_freedom` (any real above 0).
double chi_squared_upper_quantile(double above, double degrees_of_freedom);

}  // namespace fairshuffle
