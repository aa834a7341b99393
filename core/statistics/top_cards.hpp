// Is every set of three cards, or of five, equally likely on top, as a flop or a hand of poker?
#pragma once

#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/tables/top_cards.hpp"

namespace fairshuffle {

/// Pearson's X2 over all C(n, 3) sets of cards that the top three can be, or all C(n, 5) that the top five
/// can be, those never seen included, on one degree of freedom less. Mean and variance under fairness as of
/// `orders`, however many of the sets are empty. Throw std::invalid_argument where these sets are not
/// counted, without trials, or for counts that do not add up.
ChiSquared flop_statistic(const Tally& tally);
ChiSquared top_five_statistic(const Tally& tally);

/// Claim tested: any three cards, or any five, are equally often those on top. Not applied to small decks,
/// where the sets are not counted, or with fewer trials than detail::sparse_cells_rule has it. Throw as the
/// statistics.
TestResult test_flop(const Tally& tally);
TestResult test_top_five(const Tally& tally);

inline constexpr TestInfo flop_test{
    .name = "flop",
    .claim = "any three cards are equally often the three on top; with --certify flop",
    .null_law = "chi-square on C(n, 3) - 1 degrees of freedom",
    .blind_to = "which of the three lies where, and all below them",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_flop>,
    .needs_table = &top_three_table,
    .is_bounded_apart = true,
};
inline constexpr TestInfo top_five_test{
    .name = "top-five",
    .claim = "any five cards are equally often the five on top; with --certify top-five",
    .null_law = "chi-square on C(n, 5) - 1 degrees of freedom",
    .blind_to = "which of the five lies where, and all below them",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_top_five>,
    .needs_table = &top_five_table,
    .is_bounded_apart = true,
};

}  // namespace fairshuffle
