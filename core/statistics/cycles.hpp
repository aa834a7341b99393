// Do orders have as many cycles as chance would have it?
#pragma once

#include <vector>

#include "core/statistics/numbers.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// Claim tested: the number of cycles of an order follows the law of the Stirling numbers of the first kind
/// (null_laws.hpp). Pearson's chi-square over pooled values (pooled.hpp), on one degree of freedom fewer than
/// groups of values; with two groups both tails are the exact binomial's. Not applied to one card, or with so
/// few trials that the values make only one group. Throws std::invalid_argument when the counts do not add up
/// to the trials.
std::vector<TestResult> test_cycles(const Tally& tally);

inline constexpr TestInfo cycles_test{
    .name = "cycles",
    .claim = "the number of cycles is distributed as in a random order",
    .null_law =
        "Stirling numbers of the first kind; chi-square over pooled values; of large decks the mean, exact",
    .blind_to = "any bias among orders with equally many cycles (an order against its inverse)",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = test_cycles,
    .hypotheses = hypotheses_of_number,
    .disguises = {{{2, "orders"}, {3, "fixed-points"}}},
};

}  // namespace fairshuffle
