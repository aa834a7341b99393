// Do orders come again anywhere in a run, more often than chance would have it, or less often?
#pragma once

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// Claim tested: all n! orders are equally likely, so that of the kept trials (BirthdayCounts) only so many
/// come out in an order that came before. The statistic is their number (no degrees of freedom). How many
/// orders never come is a sum of independent indicators, so its tails are below those of a Poisson number of
/// the same mean from one beyond the mean on (core/README.md 2.14): upper_tail, the p-value, doubles the
/// smaller of the two bounds, and is 1 between them; lower_tail is the bound of P(as few repeats or fewer).
/// Honest at every number of trials, every level and every deck size; it rejects less often than the level
/// says. Successive equal trials count here too: what they show is that trials are linked, which `repeats`
/// tells. Not applied below smallest_birthday_deck cards, nor where no trial is kept. Throws
/// std::invalid_argument where more trials are kept than there are, or more orders than trials.
TestResult test_birthday(const Tally& tally);

inline constexpr TestInfo birthday_test{
    .name = "birthday",
    .claim = "an order comes again, anywhere in the run, as often as n! equally likely orders do",
    .null_law = "occupancy of n! cells, bounded by Poisson tails",
    .blind_to = "which orders come, as long as none comes again too often or too seldom",
    .smallest_deck = smallest_birthday_deck,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_birthday>,
    .of_makeup = is_any_makeup,
};

}  // namespace fairshuffle
