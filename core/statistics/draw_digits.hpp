// Were the draws fair that Durstenfeld's shuffle would have made to bring these orders?
#pragma once

#include <span>

#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/tables/draw_digits.hpp"

namespace fairshuffle {

/// Every order comes of draws of its own, so under fairness the digits c_i are independent and uniform on
/// 0..i. Of the counts C_ij of draw_digits_table
///     T = sum over i = 1..n-1 of sum over j of (C_ij - N/(i+1))^2 (i+1)/N,
/// a sum of independent Pearson statistics, is chi-square on n(n-1)/2 (core/README.md 2.16). For every N the
/// mean under fairness is n(n-1)/2 and the variance n(n-1)(1 - 1/N). Computed in integers and rounded once.
/// Throws std::invalid_argument for one card, no trials, or digits that do not add up to the trials each.
ChiSquared draw_digits_statistic(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> digits);

/// Claim tested: all draws are independent of nothing but themselves and fair. Not applied with fewer trials
/// than 2400, or 600 from 24 cards on. smallest_large_deck cards or more; throws std::invalid_argument as the
/// statistic.
TestResult test_draw_digits(const Tally& tally);

/// Claim tested: no draw comes out as any one value more or less often than it should. The counts are
/// binomial(N, 1/(i+1)) under fairness; p is the smallest exact one, times the (n-1)(n+2)/2 cells. Not
/// applied without trials. The rest as above.
TestResult test_strongest_digit(const Tally& tally);

inline constexpr TestInfo draw_digits_test{
    .name = "draw-digits",
    .claim = "each draw that Durstenfeld's shuffle would have made is equally likely to be any it may be",
    .null_law = "chi-square on n (n - 1) / 2 degrees of freedom",
    .blind_to = "any bias that leaves each draw by itself fair (draws that hang together)",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_draw_digits>,
};

inline constexpr TestInfo strongest_digit_test{
    .name = "strongest-digit",
    .claim =
        "no draw that Durstenfeld's shuffle would have made is any one value more or less often than due",
    .null_law = "exact binomial, one in i + 1, times the (n - 1)(n + 2) / 2 values",
    .blind_to = "any bias that no single draw's value shows (a little in many of them)",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_strongest_digit>,
};

}  // namespace fairshuffle
