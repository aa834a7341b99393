// Are even and odd orders equally likely?
#pragma once

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// Claim tested: an order is even with probability 1/2, as half of all orders of two or more cards are.
/// The statistic is (even - odd)^2 / N on one degree of freedom, but both tails are the exact binomial's,
/// honest at every number of trials and every level: upper_tail doubles the smaller tail, lower_tail is the
/// probability of a difference no larger than the observed one. Not applied to one card or without trials.
/// Throws std::invalid_argument when the counts do not add up to the trials.
TestResult test_parity(const Tally& tally);

inline constexpr TestInfo parity_test{
    .name = "parity",
    .claim = "even and odd orders are equally likely",
    .null_law = "binomial, one half",
    .blind_to = "any bias that leaves even and odd orders equally likely (a random cut of an even deck)",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_parity>,
    .disguises = {{{2, "orders"}}},
};

}  // namespace fairshuffle
