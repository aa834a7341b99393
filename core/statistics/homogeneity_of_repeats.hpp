// Do successive trials come out equal as often in two runs, however often that is?
#pragma once

#include <optional>

#include "core/statistics/tail.hpp"
#include "core/tally/repeats.hpp"

namespace fairshuffle {

/// Where no split of the pairs gives a p-value so small, there is no answer, and no test to adjust for.
inline constexpr double least_use_of_repeats = 1e-3;

/// Claim tested: the trials of both runs are independent and of one law, whatever the law. Two-sided, as
/// Fisher's exact test: given the sum of the rarer kind of pair (equal or not), those of the first run are
/// hypergeometric. The p-value is too large rather than too small, for two reasons:
///   - successive pairs share a trial, so equal pairs of a skewed law come in clusters and their variance is
///     up to 1 + 2 s / (1 + s) < 2 times the binomial one, s^2 = P(equal). A run is two sets of pairs that
///     share no trial within a set, so E exp(t equal) is at most that of twice a binomial of half the pairs
///     (Cauchy-Schwarz): the sum is halved, rounded up, and the larger share of it down;
///   - the binomial law of that sum stands for the hypergeometric one, whose E exp(t first) it bounds
///     (Hoeffding 1963, J. Amer. Stat. Assoc. 58, theorem 4), and takes no time at any number of pairs.
/// No answer where a run has no pair, or where the sum is too small for least_use_of_repeats, which depends
/// on the sum and the numbers of pairs alone. Throws std::invalid_argument when there are more equal pairs
/// than pairs or more pairs than largest_trial_count. Oracle: R's pbinom, in the test.
std::optional<TailProbability> homogeneity_of_repeats(const RepeatCounts& first, const RepeatCounts& second);

}  // namespace fairshuffle
