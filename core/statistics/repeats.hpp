// Do successive trials come out equal more often than chance would have it?
#pragma once

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// Claim tested: two successive trials of one stream are equal with probability 1/n!.
/// Under fairness the equal pairs are exactly binomial, because each order is uniform whatever the one before
/// it was; so the test is honest at every number of pairs, every level and every deck size. The statistic is
/// the number of equal pairs (no degrees of freedom); upper_tail, the p-value, is two-sided, twice the
/// smaller binomial tail, and lower_tail is P(as few equal pairs or fewer). Not applied to one card or
/// without a pair. Throws std::invalid_argument when there are more equal pairs than pairs.
TestResult test_repeats(const Tally& tally);

inline constexpr TestInfo repeats_test{
    .name = "repeats",
    .claim = "a trial repeats the order of the trial before it with probability 1/n!",
    .null_law = "binomial, one in n!",
    .blind_to = "every bias and every link between trials that makes no two successive orders equal",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_repeats>,
    .of_makeup = is_any_makeup,
};

}  // namespace fairshuffle
