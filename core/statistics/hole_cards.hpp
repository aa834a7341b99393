// Is every set of two cards equally likely on top, as hole cards?
#pragma once

#include <string_view>

#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/tables/top_cards.hpp"

namespace fairshuffle {

/// Pearson's X2 over all C(n, 2) sets of cards that the top two can be, those never seen included, on
/// C(n, 2) - 1 degrees of freedom. Mean and variance under fairness as of `orders`. Throws
/// std::invalid_argument where the top two are not counted, without trials, or for counts that do not add up.
ChiSquared hole_cards_statistic(const Tally& tally);

/// Claim tested: any two cards are equally often the top two. Not applied to small decks, or with fewer
/// trials than max(5 C(n, 2), 2400). Throws as hole_cards_statistic.
TestResult test_hole_cards(const Tally& tally);

inline constexpr TestInfo hole_cards_test{
    .name = "hole-cards",
    .claim = "any two cards are equally often the two on top",
    .null_law = "chi-square on C(n, 2) - 1 degrees of freedom",
    .blind_to = "which of the two lies first, and all below them",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_hole_cards>,
    .is_bounded_apart = true,
};

}  // namespace fairshuffle
