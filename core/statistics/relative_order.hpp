// Which of two comes first: is it either as often? Of all pairs of cards, and of all pairs of positions.
#pragma once

#include <span>

#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/large_deck_test.hpp"
#include "core/tally/tables/relative_order.hpp"

namespace fairshuffle {

/// Of the pairs of relative_order_table: with D_ij = trials with i before j less those with j before i, and
/// r_i = sum over j of D_ij,
///     T = 3/N sum over i < j of (D_ij - (r_i - r_j)/n)^2,    chi-square on (n-1)(n-2)/2
/// (core/README.md 2.15): what is left of the relative order where each card's mean position is taken away,
/// of the part (n-2,1,1). For every N the mean under fairness is (n-1)(n-2)/2 and the variance 2 (n-1)(n-2)/2
/// (1 - 1/N). deck_size at least 3. Computed in integers and rounded once. Throws std::invalid_argument for
/// fewer cards, no trials or more than largest_trial_count, as many pairs as there are not, or a pair that
/// came more often than there are trials.
ChiSquared relative_order_statistic(int deck_size, std::uint64_t trials,
                                    std::span<const std::uint64_t> pairs);

/// Of the same pairs: r_i is the trials' sum of n - 1 - 2 p over the positions p of card i, and
///     T = 3/((n+1) n N) sum of r_i^2,    chi-square on n - 1
/// is Friedman's statistic (1937) of the cards' mean positions, of the part (n-1,1); independent of
/// the one above. The rest likewise; deck_size at least 2.
ChiSquared mean_positions_statistic(int deck_size, std::uint64_t trials,
                                    std::span<const std::uint64_t> pairs);

/// The same from the table of positions, all that wide decks have: r_i = sum over p of C_pi (n - 1 - 2 p), C
/// the trials with card i at position p; and that of the inverse orders, mean cards. Throw
/// std::invalid_argument for fewer than two cards, no trials or more than largest_trial_count, and counts
/// that do not add up to the trials.
ChiSquared mean_positions_from_table(const Tally& tally);
ChiSquared mean_cards_from_table(const Tally& tally);

/// Claims tested: of any two cards either comes first equally often, beyond what their mean positions make of
/// it; every card has the same mean position. Not applied with fewer than 20 trials; both tails are honest
/// at any level from there on (core/README.md 2.15). Of smallest_large_deck cards or more; throw
/// std::invalid_argument as the statistics.
TestResult test_relative_order(const Tally& tally);
TestResult test_mean_positions(const Tally& tally);
/// Claim tested: no two cards come in one order more often than in every other trial. Each of the n(n-1)/2
/// counts is binomial(N, 1/2) under fairness; p is that of test_strongest_position. Not applied without
/// trials. The rest as above.
TestResult test_strongest_pair(const Tally& tally);

/// The same of inverse orders: of any two positions either holds the lower card equally often, and every
/// position's cards have the same mean.
TestResult test_inverse_relative_order(const Tally& tally);
TestResult test_mean_cards(const Tally& tally);
TestResult test_strongest_inverse_pair(const Tally& tally);

inline constexpr TestInfo relative_order_test = large_deck_test(
    "relative-order",
    "of any two cards either comes first equally often, beyond what their mean positions make of it",
    "chi-square on (n - 1)(n - 2) / 2 degrees of freedom",
    "any bias that shows in mean positions alone, or in no pair of cards by itself",
    alone<test_relative_order>);
inline constexpr TestInfo mean_positions_test =
    large_deck_test("mean-positions", "every card lies at the middle of the deck in the mean",
                    "chi-square on n - 1 degrees of freedom (Friedman 1937)",
                    "any bias that leaves every card's mean position where it is", alone<test_mean_positions>,
                    one_hypothesis, largest_deck_size);
inline constexpr TestInfo strongest_pair_test = large_deck_test(
    "strongest-pair", "no card comes before any one other more or less often than in every other trial",
    "exact binomial, one in two, times the n (n - 1) / 2 pairs",
    "any bias that no single pair of cards shows (a little in many of them)", alone<test_strongest_pair>);
inline constexpr TestInfo inverse_relative_order_test = large_deck_test(
    "inverse-relative-order",
    "of any two positions either holds the lower card equally often, beyond what their mean cards make of it",
    "chi-square on (n - 1)(n - 2) / 2 degrees of freedom",
    "any bias that shows in mean cards alone, or in no pair of positions by itself",
    alone<test_inverse_relative_order>);
inline constexpr TestInfo mean_cards_test =
    large_deck_test("mean-cards", "every position holds the middle card in the mean",
                    "chi-square on n - 1 degrees of freedom (Friedman 1937)",
                    "any bias that leaves every position's mean card what it is", alone<test_mean_cards>,
                    one_hypothesis, largest_deck_size);
inline constexpr TestInfo strongest_inverse_pair_test = large_deck_test(
    "strongest-inverse-pair",
    "no position holds a lower card than any one other more or less often than in every other trial",
    "exact binomial, one in two, times the n (n - 1) / 2 pairs",
    "any bias that no single pair of positions shows (a little in many of them)",
    alone<test_strongest_inverse_pair>);

}  // namespace fairshuffle
