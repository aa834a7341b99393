// Do orders lead to each other, from one trial to the next, as between any two of the trials?
#pragma once

#include "core/tally/tally.hpp"

namespace fairshuffle {

struct SuccessiveOrders {
  double statistic = 0;  ///< X2 over the cells
  int cells = 0;         ///< quotients of which five pairs are due, at least
  double spread = 1;     ///< 1 to 2: no direction of the cells has more variance; found where p is below 0.01
  double log10_p = 0;  ///< of the chance that independent trials of whatever law differ so much; 0 above 0.01
};

/// How often each order was a quotient, beside what all pairs of trials have: of the counts C by order, the
/// sum of C(a) C(b) over the pairs of orders with that quotient, a trial with itself left out, of N (N - 1).
/// In a sequence of these trials taken at random that is the mean, whatever the trials are.
///
/// The cells of one pair spread as a multinomial's, and so no direction of X2 has a variance above 1. Two
/// pairs that share a trial add S = D^(-1/2) (M + M') D^(-1/2), M the covariance of their cells and D the
/// means, whose norm is at most Frobenius's, and at most 1, since every other pair shares none; but that is
/// what a sequence owes to its single trials, of which as much cancels as there are trials with a quotient
/// (Hoeffding 1948). So X2 / spread, where spread = 1 + (1 - pairs / N) times that norm, is at most, in
/// distribution, a chi-square on `cells` degrees of freedom, as far as counts of five and more are normal. Up
/// to QuotientRanks::largest_deck cards whose orders are counted; no cells elsewhere.
SuccessiveOrders successive_orders(const Tally& whole);

}  // namespace fairshuffle
