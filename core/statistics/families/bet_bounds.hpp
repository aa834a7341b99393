// How much a bet on the answers of named bets can gain, and how many trials it takes to bound that.
#pragma once

#include "core/statistics/families/family_bounds.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The upper confidence bound on the total variation distance of the farthest bet's law from its fair one,
/// `confidence` that all bets are within it. Each of m bets has an m-th of the error, of which nine tenths
/// are for
///     T + sqrt(ln(1 / e) / (2 N)),    T = half the sum of |O/N - p| over its values,
/// which holds at every N as tv_upper_bound_of_distance does (T is convex in the law and one trial moves it
/// by at most 1 / N, whatever p is), and a tenth for the lesser of sum (U - p)+ and sum (p - L)+, with L and
/// U the ends of Clopper and Pearson's intervals of the values, which is far less where the answers that can
/// be off are rare. The smaller of the two counts. `farthest` is the bet with the largest bound, in the order
/// of the tally, `statistic` Pearson's sum over the values of its law that are possible. A tally with bets;
/// 0 < confidence < 1; throws std::invalid_argument.
FamilyBound bound_named_bets(const Tally& tally, double confidence);

/// About the number of trials at which that bound of a fair deck comes down to `tolerance`. 0 < tolerance <=
/// 1; throws as bound_named_bets.
double trials_for_named_bets(const Tally& tally, double tolerance, double confidence);

}  // namespace fairshuffle
