// Logarithms of tails below the range of double, computed in double: for where no floating-point type has a
// wider range.
//
// A tail that far out is its largest term times a sum that is near 1; the logarithm of the term is taken by
// itself. With the wide type of Boost.Multiprecision in its place the module for the web would be larger by a
// twentieth.
#pragma once

#include <cstdint>

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
