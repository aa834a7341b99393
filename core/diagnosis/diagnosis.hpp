// Which known mistake do the counts of a biased target fit? Names only what fits, never what is merely
// nearest.
//
// A law is excluded when
//   1. an order came that it can't give, or Pearson's test rejects it at level 1e-4; where orders are too few
//      for each to be a cell, Pearson's at half of that, and what orders show in fewer cells at the other
//      half (core/diagnosis/order_marginals.hpp);
//   2. another known law, read plainly, makes the counts more than 2e4 times as likely for each mistake
//   compared,
//      or read otherwise 14e4 times: the expectation of a likelihood ratio over the true law is 1, so by
//      Markov's inequality P(ratio > c) <= 1/c, and these 1/c of all mistakes and readings add up to 1e-4;
//   3. the counts are less than 100 times as likely as under fairness: then it explains no better than
//      fairness why fairness was rejected. For an event E, here the rejection of fairness within the budget
//      alpha, P(E and ratio over fairness < c) <= c P_fair(E) <= c alpha: again 1e-4 at the standard budget.
// So the true law, if known, is kept with probability 0.9997 or more, whatever else was compared.
#pragma once

#include "core/record/run_record.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The deck sizes that are diagnosed by the laws of orders: below, laws are too alike; above, finding them
/// takes too long, and the places of single cards are looked at instead (core/diagnosis/card_diagnosis.hpp).
inline constexpr int smallest_deck_diagnosed = 3, largest_deck_diagnosed = 7;

/// How many fitting laws a record lists.
inline constexpr std::size_t most_fits_listed = 8;

/// True when a diagnosis has a meaning: three cards or more, orders counted where they are held against laws,
/// and trials that do not look linked, as when a clock seeds them: counts of linked trials fit no law, the
/// true one included.
bool can_be_diagnosed(const Tally& whole);

/// Holds the counts against every suspect (core/diagnosis/suspects.hpp) under the eight symmetries of
/// core/order/symmetries.hpp. confidence, of the bounds on the distance, in (0, 1). Precondition:
/// can_be_diagnosed(whole), and fairness has been rejected.
DiagnosisRecord diagnose(const Tally& whole, double confidence);

}  // namespace fairshuffle
