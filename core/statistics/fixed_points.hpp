// Do as many cards stay in their places as chance would have it?
#pragma once

#include <vector>

#include "core/statistics/numbers.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// Claim tested: the number of cards at their own index follows the rencontres law (null_laws.hpp).
/// Pearson's chi-square over pooled values (pooled.hpp), on one degree of freedom fewer than groups of
/// values; with two groups both tails are the exact binomial's. Not applied to one card, or with so few
/// trials that the values make only one group. Throws std::invalid_argument when the counts do not add up to
/// the trials.
std::vector<TestResult> test_fixed_points(const Tally& tally);

inline constexpr TestInfo fixed_points_test{
    .name = "fixed-points",
    .claim = "the number of cards that stay in their places is distributed as in a random order",
    .null_law = "rencontres numbers; chi-square over pooled values; of large decks the mean, exact",
    .blind_to =
        "which cards stay, and any bias among orders in which equally many stay (an order against its "
        "inverse)",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = test_fixed_points,
    .hypotheses = hypotheses_of_number,
    .disguises = {{{2, "orders"}}},
};

}  // namespace fairshuffle
