// Do cards stay where they were, from one trial to the next, more than between any two of the trials?
#pragma once

#include "core/tally/tally.hpp"

namespace fairshuffle {

struct SuccessiveFixedPoints {
  double mean = 0;         ///< over the quotients of successive trials
  double mean_of_all = 0;  ///< over all pairs of trials
  double log10_p = 0;  ///< of a bound on the chance that independent trials of whatever law have so many more
};

/// The fixed points of quotients, beside those of all pairs of trials: of the counts C by position, (sum of
/// C^2 / N - n) / (N - 1) on average. In a sequence of these trials taken at random that is the mean m,
/// whatever the trials are.
///
/// For X of mean 0 and any t, exp(t X - t^2 (A + B) / 2) is at most 1 on average, A the square of X where X
/// is above 0, as it came, and B the mean of its square where it is below (Delyon 2009). So p = exp(-R d^2 /
/// (2 V)), of R quotients with the difference d; V is the mean of A and the largest B that f, the number of
/// fixed points, 0 to n, can have: m^2 (1 - m / n), since that square is convex in f. It needs no variance of
/// trials that happened to be alike. What both means owe to single trials cancels where nearly every trial
/// has a quotient, and doubles V where few have (Hoeffding 1948). Only more fixed points are told: a rare
/// order that has many may be missing, but not come so much too often. 2 to 1024 cards.
SuccessiveFixedPoints successive_fixed_points(const Tally& whole);

}  // namespace fairshuffle
