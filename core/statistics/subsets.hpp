// Is every set of positions equally likely for the marked cards: the mines of a field, a dealt hand?
#pragma once

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

/// Pearson's X2 over all C(n, m) sets of positions that the m marked cards can take, those never seen
/// included, on C(n, m) - 1 degrees of freedom. Mean and variance under fairness as of `orders`. Throws
/// std::invalid_argument when no cards are marked, without trials, or for counts that do not add up.
ChiSquared subsets_statistic(const Tally& tally);

/// Claim tested: the cards 0..m-1 are equally likely on every set of m positions. Not applied when no cards
/// are marked, or with fewer trials than max(5 C(n, m), 2400). One of two cards is judged as parity is, by
/// the exact binomial. Throws std::invalid_argument when the counts do not add up to the trials.
TestResult test_subsets(const Tally& tally);

inline constexpr TestInfo subsets_test{
    .name = "subsets",
    .claim = "the marked cards are equally likely on every set of positions",
    .null_law = "chi-square on C(n, m) - 1 degrees of freedom, m cards marked",
    .blind_to = "the order of the marked cards among themselves, and of the others among themselves",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = true,
    .needs_counted_orders = false,
    .run = alone<test_subsets>,
    .disguises = {{{2, "orders"}}},
};

}  // namespace fairshuffle
