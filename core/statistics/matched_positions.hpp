// Do the positions lean the way in which a known mistake makes them lean?
#pragma once

#include <vector>

#include "core/interpret/card_mistakes.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// (P - 1/n) / |P - 1/n|, by position and card: what the table of positions is multiplied with to see as much
/// of this law as one number can. Throws std::invalid_argument where the law is flat.
std::vector<double> filter_of(const CardLaw& law);

/// Z = sqrt((n-1)/N) sum (P - 1/n) C / |P - 1/n|, which under fairness has mean 0 and variance 1 for every N
/// (core/README.md 2.18) and under the law P the mean sqrt(N phi2_of_positions), the most that any linear
/// statistic of the positions has. filter: by position and card, its rows and columns summing to 0, and its
/// squares to 1. Throws as position_deviations.
double matched_statistic(const Tally& tally, const std::vector<double>& filter);

/// The same of deviations that detail::position_deviations gave, for many filters.
double matched_statistic(const std::vector<double>& deviations, const std::vector<double>& filter);

/// Claims tested: the positions lean neither towards what one of the card_mistakes does nor away from it,
/// each by filtered_result: tail upper is towards the mistake. Throws std::invalid_argument when the counts
/// do not add up to the trials.
std::vector<TestResult> test_matched_positions(const Tally& tally);

constexpr std::uint64_t hypotheses_of_matched_positions(int /*deck_size*/) {
  return number_of_card_mistakes;
}

inline constexpr TestInfo matched_positions_test{
    .name = "matched-positions",
    .claim = "the positions of cards lean towards no mistake of which they are known",
    .null_law = "normal, one for each mistake",
    .blind_to = "any bias that leaves positions uncorrelated with those of the mistakes",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = test_matched_positions,
    .hypotheses = hypotheses_of_matched_positions,
};

}  // namespace fairshuffle
