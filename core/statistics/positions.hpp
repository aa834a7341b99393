// Is every card equally likely at every position?
#pragma once

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

/// T = (n-1)/N sum (C - N/n)^2 over the n x n table C of card by position, chi-square on (n-1)^2 degrees of
/// freedom (core/README.md 2.2): the rows and columns of C each sum to the trials N, so Pearson's own sum is
/// n/(n-1) times that. Noncentrality per trial (n-1) sum (P - 1/n)^2. For every N the mean under fairness is
/// (n-1)^2 and the variance 2 (n-1)^2 (1 - 1/N). Computed in integers and rounded once. Throws
/// std::invalid_argument for one card, no trials, or counts that do not add up to the trials.
ChiSquared positions_statistic(const Tally& tally);

/// Claim tested: every card is equally likely at every position. Not applied to one card, or with fewer
/// trials than 2400, or 600 from 24 cards on. For two cards T is (even - odd)^2 / N: the parity test, its
/// exact tails included. Throws std::invalid_argument when the counts do not add up to the trials.
TestResult test_positions(const Tally& tally);

inline constexpr TestInfo positions_test{
    .name = "positions",
    .claim = "every card is equally likely at every position",
    .null_law = "chi-square on (n - 1)^2 degrees of freedom",
    .blind_to = "any bias that leaves every card equally likely at every position (a random cut)",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_positions>,
    .disguises = {{{2, "orders"}}},
};

}  // namespace fairshuffle
