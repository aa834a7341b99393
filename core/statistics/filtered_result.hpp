// What a filter matched to a known mistake finds: one number, of variance 1.
#pragma once

#include <string>

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// At every deck size the skewness of each number that is judged so, of one trial, is smaller than this.
inline constexpr double largest_skewness_of_filters = 0.41;

namespace detail {

/// The hypothesis that Z, of mean 0 and variance 1 under fairness, is no more than chance: |Z| with the
/// p-value of a normal variable, both sides, and the tail that tells the side. Not applied with fewer than
/// 2,400 trials: with a skewness s of one trial the tails at z are off by about exp(+-z^3 s / (6 sqrt(N))),
/// so that both together are by cosh of it, at 1e-10 and |s| < largest_skewness_of_filters by less than a
/// tenth.
TestResult filtered_result(std::string name, double z, std::uint64_t trials);

}  // namespace detail
}  // namespace fairshuffle
