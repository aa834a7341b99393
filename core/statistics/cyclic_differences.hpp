// Do cards follow each other at every distance round the deck equally often?
#pragma once

#include <span>
#include <string_view>

#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/tables/cyclic_differences.hpp"

namespace fairshuffle {

/// With D_s = cells[s - 1], s = 1..n-1, adding up to n N, and e = N n/(n-1), u_s = D_s + D_(n-s) - 2 e, v_s =
/// D_s - D_(n-s),
///     T = (n-1)/N [ sum over s < n/2 of u_s^2 / (2 n) + (D_(n/2) - e)^2 / n where n is even ]
///       + (n-1)(n-2)/(n N) sum over s < n/2 of v_s^2 / (2 n)
/// is chi-square on n - 2 degrees of freedom, which is its mean under fairness for every N (core/README.md
/// 2.19). Four cards or more. Throws std::invalid_argument in the name of `function` for fewer, for no
/// trials, and for counts that do not add up to n times the trials.
ChiSquared cyclic_differences_statistic(std::string_view function, int deck_size, std::uint64_t trials,
                                        std::span<const std::uint64_t> cells);

/// Claims tested: a card is followed by one that is higher by s, modulo n, equally often for every s
/// = 1..n-1; and the next higher card lies s places behind it equally often. The last card is followed by the
/// first one. Not applied with fewer trials than 2400, or 600 from 24 cards on. Throws as
/// cyclic_differences_statistic.
TestResult test_cyclic_differences(const Tally& tally);
TestResult test_inverse_cyclic_differences(const Tally& tally);

inline constexpr TestInfo cyclic_differences_test{
    .name = cyclic_differences_table.name,
    .claim = "a card is followed by one that is higher by 1, 2, ... n - 1, modulo n, equally often",
    .null_law = "chi-square on n - 2 degrees of freedom",
    .blind_to = "any bias that is even over all pairs of neighbours of one difference",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_cyclic_differences>,
};

inline constexpr TestInfo inverse_cyclic_differences_test{
    .name = inverse_cyclic_differences_table.name,
    .claim = "the next higher card lies 1, 2, ... n - 1 places behind a card, modulo n, equally often",
    .null_law = "chi-square on n - 2 degrees of freedom",
    .blind_to = "any bias that is even over all pairs of places at one distance",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_inverse_cyclic_differences>,
};

}  // namespace fairshuffle
