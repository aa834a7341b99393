// Do cards go from position to position, from one trial to the next, as between any two of the trials?
#pragma once

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Due in a cell, from which on its count is taken for normal.
inline constexpr double least_pairs_of_cell = 5;

/// log10 of bounds on the chance that trials in any order, which independent ones of whatever law come in,
/// differ so much; 0 where nothing tells.
struct SuccessivePositions {
  double log10_p_of_cell = 0;   ///< of the farthest of all n^2 cells
  double log10_p_of_table = 0;  ///< of all of them together
};

/// The quotients' cells, how often the card at position p was at q in the trial before, beside what all pairs
/// of trials have there: of the counts C by position and card, (sum over the cards of C(p, c) C(q, c), less N
/// where p = q) of N (N - 1). In a sequence of these trials taken at random that is the mean of each cell,
/// whatever the trials are.
///
/// Of a cell: no two of every other pair share a trial; drawn without replacement, of so many the count
/// spreads no more than a binomial one (Hoeffding 1963), and one of the two halves is at least as far off as
/// both together. Of the table, whose cells must have five pairs each: of X2, a sum of squares, no direction
/// has a variance above n, since for every u (sum over p of u(p, q(p)) / sqrt(R))^2 is at most n sum u^2 / R
/// (Cauchy and Schwarz) of mean n, and all together have less than n (n - 1): it spreads at most as n times a
/// chi-square on n - 1 degrees of freedom. What both means owe to single trials cancels where nearly every
/// trial has a quotient, and doubles the variance where few have (Hoeffding 1948). 2 to 1024 cards: n^3
/// steps.
SuccessivePositions successive_positions(const Tally& whole);

}  // namespace fairshuffle
