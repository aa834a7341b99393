// Do any two cards lie together anywhere as often as random orders have them?
#pragma once

#include <vector>

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

/// With C counting trials by card and position, U those by unordered pair of cards and of positions, O by
/// ordered pair of cards and of positions, over all of them,
///     T(n-2,2) = n(n-3)/2 (sum of U^2 - sum of C^2) / N,         chi-square on (n(n-3)/2)^2
///     T(n-2,1,1) = (n-1)(n-2)/2 (sum of O^2 + N^2 - sum of C^2 - sum of U^2) / N,
///                                                               chi-square on ((n-1)(n-2)/2)^2
/// (core/README.md 2.22): what two cards show beyond what each shows alone, whichever of the two lies
/// first, and which of them does. For every N the mean under fairness is the degrees of freedom and the
/// variance twice that, times 1 - 1/N; each is independent of the other and of `positions` in the limit of
/// many trials. n at least 4. Computed in integers and rounded once. Throw std::invalid_argument for fewer
/// cards, where pair positions are not counted, without trials, or for counts that do not add up.
ChiSquared unordered_pairs_statistic(const Tally& tally);
ChiSquared ordered_pairs_statistic(const Tally& tally);

/// Claim tested: no two cards lie in any two positions more often than in others, beyond what each shows
/// alone. Two hypotheses, "unordered pairs (n-2,2)" and "ordered pairs (n-2,1,1)", named as the test `parts`
/// names them in small decks. Not applied where pair positions are not counted, or with fewer than 2,400
/// trials. Throws as the statistics.
std::vector<TestResult> test_pairs(const Tally& tally);

inline constexpr TestInfo pairs_test{
    .name = "pairs",
    .claim = "no two cards lie in any two positions more often than in others",
    .null_law = "chi-square on (n (n - 3) / 2)^2 and ((n - 1)(n - 2) / 2)^2 degrees of freedom",
    .blind_to = "any bias that shows in single cards alone, or in no two cards by themselves",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = test_pairs,
    .hypotheses = [](int /*deck_size*/) { return std::uint64_t{2}; },
    .needs_pairs = true,
};

}  // namespace fairshuffle
