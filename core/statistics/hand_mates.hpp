// Are any two cards dealt into one hand equally often?
#pragma once

#include <span>
#include <string_view>

#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/tables/hand_mates.hpp"

namespace fairshuffle {

/// M[i,j], the trials in which cards i and j fell into one of h equal hands of w = n/h cards. With p =
/// (w-1)/(n-1), and c_1 and c_2 the covariances of one trial's M of two pairs that share one card and none, v
/// = p(1-p) - 2 c_1 + c_2,
///     T = sum over pairs of (M - N p)^2 / (N v)    is chi-square on n(n-3)/2 degrees of freedom
/// (core/README.md 2.20). For every N the mean under fairness is n(n-3)/2 and the variance n(n-3) (1 - 1/N).
/// cells by pair as in hand_mates_table; hands of two cards or more, two of them at least, four cards in all.
/// Throws std::invalid_argument in the name of `function` for others, for no trials, and for counts that do
/// not add up to the trials.
ChiSquared hand_mates_statistic(std::string_view function, int deck_size, int hands, std::uint64_t trials,
                                std::span<const std::uint64_t> cells);

/// Claim tested: any two cards fall equally often into one of the hands_of the deck. Not applied to decks
/// that make no equal hands, or with fewer trials than 2,400 (core/README.md 2.20). Throws as
/// hand_mates_statistic.
TestResult test_hand_mates(const Tally& tally);

inline constexpr std::uint64_t hypotheses_of_hand_mates(int deck_size) {
  return hands_of(deck_size) == 0 ? 0 : 1;
}

inline constexpr TestInfo hand_mates_test{
    .name = hand_mates_table.name,
    .claim = "any two cards are dealt into one of four, three or two equal hands equally often",
    .null_law = "chi-square on n(n - 3)/2 degrees of freedom",
    .blind_to = "any bias that leaves every two cards equally often in one hand",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_hand_mates>,
    .hypotheses = hypotheses_of_hand_mates,
};

}  // namespace fairshuffle
