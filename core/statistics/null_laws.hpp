// The laws of small numbers of a uniformly random order.
#pragma once

#include <vector>

namespace fairshuffle {

/// P(j cards at their own index), j = 0..n: D_(n-j) / (j! (n-j)!) with D the numbers of orders without fixed
/// points (rencontres numbers, OEIS A008290). deck_size in 1..1024; throws std::invalid_argument.
/// Relative error below 1e-15; checked against the integers of OEIS.
std::vector<double> fixed_points_law(int deck_size);

/// P(j cycles, fixed points included), j = 0..n: c(n, j) / n! with c the unsigned Stirling numbers of the
/// first kind (OEIS A132393). deck_size in 1..1024; throws std::invalid_argument. Relative error below 1e-15:
/// only positive terms are added. Checked against the integers of OEIS.
std::vector<double> cycles_law(int deck_size);

/// P(j descents), j = 0..n-1: Eulerian numbers over n! (OEIS A008292). The rest as cycles_law.
std::vector<double> descents_law(int deck_size);

/// P(j rising sequences), j = 0..n: one more than the descents of the inverse order, 0 for j = 0.
std::vector<double> rising_sequences_law(int deck_size);

/// P(j interior peaks), j = 0..(n-1)/2 (OEIS A008303). The rest as cycles_law.
std::vector<double> peaks_law(int deck_size);

/// P(j inversions), j = 0..n(n-1)/2: Mahonian numbers over n! (OEIS A008302). Up to largest_byte_deck cards;
/// the rest as cycles_law.
std::vector<double> inversions_law(int deck_size);

/// P(j ascending successions), j = 0..n-1: C(n-1, j) (D_(n-j) + D_(n-j-1)) / n! with D the numbers of orders
/// without fixed points (OEIS A123513). The rest as fixed_points_law.
std::vector<double> successions_law(int deck_size);

}  // namespace fairshuffle
