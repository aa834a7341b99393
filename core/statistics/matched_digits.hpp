// Do the draws of Durstenfeld's shuffle lean the way in which a known mistake makes them lean?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/interpret/digit_mistakes.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// (k P - 1) / sqrt(phi2), by draw and value, k the number of values of the draw: what the counts of digits
/// are multiplied with to see as much of this law as one number can. Throws std::invalid_argument where every
/// draw is uniform.
std::vector<std::vector<double>> filter_of(const DigitLaw& law);

/// Z = sum over digits and values of f C / sqrt(N), f such a filter, C counts of draw_digits_table. Under
/// fairness digits are independent and uniform, so that it has mean 0 and variance 1 for every N
/// (core/README.md 2.16); under the law the mean sqrt(N phi2), phi2 of the draws (product_of_digits), the
/// most that any linear statistic of the digits has. Throws std::invalid_argument for no trials, for a filter
/// of another deck size, and for digits that do not add up to the trials each.
double matched_digits_statistic(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> digits,
                                const std::vector<std::vector<double>>& filter);

/// Claims tested: the digits lean neither towards what one of the digit_mistakes does nor away from it, each
/// by filtered_result. smallest_large_deck cards or more. Throws as the statistic, but for no trials.
std::vector<TestResult> test_matched_digits(const Tally& tally);

constexpr std::uint64_t hypotheses_of_matched_digits(int /*deck_size*/) {
  return number_of_digit_mistakes;
}

inline constexpr TestInfo matched_digits_test{
    .name = "matched-digits",
    .claim = "the draws that Durstenfeld's shuffle would have made lean towards no draw of short words",
    .null_law = "normal, one for each mistake",
    .blind_to = "any bias that leaves draws uncorrelated with those of the mistakes",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = test_matched_digits,
    .hypotheses = hypotheses_of_matched_digits,
};

}  // namespace fairshuffle
