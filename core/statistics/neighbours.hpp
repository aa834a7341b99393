// Does every card follow every other equally often?
#pragma once

#include <span>
#include <string_view>

#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/tables/inverse_neighbours.hpp"

namespace fairshuffle {

/// The (n+1) x (n+1) table of which card directly follows which, the boundary before the first and after the
/// last position included, has no diagonal, and each other cell expects N/n. With D = count - N/n,
///     T = sum over unordered pairs {a,b} of [(D_ab + D_ba)^2 / 2 * n/N + (D_ab - D_ba)^2 / 2 * n(n-1)/((n+1)
///     N)]
/// is chi-square on n^2 - n - 1 degrees of freedom (core/README.md 2.3): the symmetric and the antisymmetric
/// part have different variances, so Pearson's sum is not chi-square at all. For every N the mean under
/// fairness is n^2 - n - 1 and the variance 2 (n^2 - n - 1)(1 - 1/N). Computed in integers and rounded once.
/// Throws std::invalid_argument for one card, no trials, or counts that do not add up to the trials.
ChiSquared neighbours_statistic(const Tally& tally);

/// The same of a table [symbol * (n+1) + next], symbol n being the boundary. Throws in the name of
/// `function`.
ChiSquared neighbours_statistic(std::string_view function, int deck_size, std::uint64_t trials,
                                std::span<const std::uint64_t> cells);

/// Claim tested: every card directly follows every other equally often, and stands first and last equally
/// often. Not applied to one card, or with fewer trials than 2400, or 600 from 24 cards on. For two cards the
/// formula holds too: T is (even - odd)^2 / N, the parity test, its exact tails included. For three cards it
/// equals `orders`. Throws std::invalid_argument when the counts do not add up to the trials.
TestResult test_neighbours(const Tally& tally);

/// Claim tested: cards that are next to each other in sequence lie at every two places equally often, and the
/// lowest and the highest card at every place: the test `neighbours` of the inverse orders, which are uniform
/// where the orders are. Not applied with fewer trials than 2400, or 600 from 24 cards on. Throws
/// std::invalid_argument when the counts do not add up to the trials.
TestResult test_inverse_neighbours(const Tally& tally);

inline constexpr TestInfo neighbours_test{
    .name = "neighbours",
    .claim = "every card directly follows every other equally often, and is first or last equally often",
    .null_law = "chi-square on n^2 - n - 1 degrees of freedom",
    .blind_to =
        "any bias that leaves every ordered pair of neighbours and both end cards equally likely (only "
        "even orders, all equally often)",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_neighbours>,
    .disguises = {{{2, "orders"}, {3, "orders"}}},
};

inline constexpr TestInfo inverse_neighbours_test{
    .name = inverse_neighbours_table.name,
    .claim = "a card and the next higher one lie at every two places equally often",
    .null_law = "chi-square on n^2 - n - 1 degrees of freedom",
    .blind_to =
        "any bias that leaves the places of every two cards next in sequence equally likely on average",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_inverse_neighbours>,
};

}  // namespace fairshuffle
