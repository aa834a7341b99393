// Is the sum of one number over all trials as chance would have it? With tails that hold from the first
// trial on.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// P(S >= sum) and P(S <= sum).
struct SumTails {
  TailProbability upper, lower;
};

/// Tails of the sum S of `trials` independent numbers of this law over 0, 1, 2 ...: the saddlepoint
/// approximation of Lugannani and Rice (1980) with the second correction for continuity of Daniels (1987),
///     P(S >= s) = 1 - Phi(w) - phi(w) (1/w - 1/u),   w = sign(t) sqrt(2 N (t x - K(t))),
///     u = 2 sinh(t/2) sqrt(N K''(t)),   K'(t) = x = (s - 1/2) / N,   K the law's cumulant generating
///     function,
/// and the lower tail with signs turned and x = (s + 1/2) / N. Exact at both ends of what S can be. Below
/// 1e-300 Chernoff's bound exp(-N (t x - K(t))) at x = s/N, which is above the tail for every N. Within 1 %
/// of exact convolution for the laws of null_laws from one trial on, but for the coarsest at N = 1
/// (core/README.md 2.17). law: probabilities, at least two of them above 0, summing to 1; trials 1..2^53; sum
/// what S can be; throws std::invalid_argument.
SumTails tails_of_sum(std::span<const double> law, std::uint64_t trials, std::uint64_t sum);

}  // namespace fairshuffle

namespace fairshuffle::detail {

/// Claim tested: the mean of a number per order is that of its law. by_value: trials by value, as many values
/// as the law has. The statistic is the sum over the trials; p doubles the smaller of tails_of_sum, so that
/// like a binomial test it has no lower tail of its own: `tail` tells which way the mean is off, and `mean`
/// how far. Not applied without trials. Throws std::invalid_argument where a value came that the law
/// excludes.
TestResult mean_test(std::string_view name, std::span<const std::uint64_t> by_value,
                     std::span<const double> law, std::uint64_t trials);

}  // namespace fairshuffle::detail
