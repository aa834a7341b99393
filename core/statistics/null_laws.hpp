// The laws of small numbers of a uniformly random order.
#pragma once

#include <vector>

namespace fairshuffle {

/// P(j cards at their own index), j = 0..n: D_(n-j) / (j! (n-j)!) with D the numbers of orders without fixed
/// points (rencontres numbers, OEIS A008290). deck_size in 1..64; throws std::invalid_argument.
/// Relative error below 1e-15; checked against the integers of OEIS.
std::vector<double> fixed_points_law(int deck_size);

/// P(j cycles, fixed points included), j = 0..n: c(n, j) / n! with c the unsigned Stirling numbers of the
/// first kind (OEIS A132393). deck_size in 1..64; throws std::invalid_argument. Relative error below 1e-15:
/// only positive terms are added. Checked against the integers of OEIS.
std::vector<double> cycles_law(int deck_size);

}  // namespace fairshuffle
