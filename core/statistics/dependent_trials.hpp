// Do successive trials look linked, so that bounds for independent trials do not hold?
#pragma once

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// True when successive trials come out equal far more often than the counts of orders allow independent
/// trials to, or, where orders are not counted, those of positions and the orders that come again; or than
/// they do in another sequence of the same trials. A shuffle of few orders has few cards at each position,
/// too. Independent trials of any law do with probability 1e-8 at most.
bool equal_too_often(const Tally& whole);

/// The logarithm, to base 10, of a bound on the chance that of these trials, put in any order, as many
/// successive ones are equal as were; 0 where not all of them are known. Independent trials of any law come
/// in each of the N! sequences alike. Of these, where e successive trials are equal, e pairs can be joined to
/// chains: m trials of one order by r joins in C(m - 1, r) m! / (m - r)! ways (Lah's numbers), at most C(m -
/// 1, r) c^r where no order came more than c times, so all of them by e joins in C(R, e) c^e at most, R = N -
/// (different orders) being the sum of m - 1 (Vandermonde); the chains lie in (N - e)! sequences.
double log10_chance_of_this_sequence(const Tally& whole);

/// True when successive trials are equal too often: bounds that take the trials as independent do not hold
/// then.
///
/// The same where one and the same order leads from a trial to the next that often: of independent trials
/// P(b = a q) = sum over a of p(a) p(a q), which for every q is at most sum p^2 (Cauchy and Schwarz). Above
/// largest_deck_of_quotient_orders cards only those pairs count for it that must have come that way: all but
/// those that the commonest step of some position misses.
bool trials_look_dependent(const Tally& whole);

}  // namespace fairshuffle
