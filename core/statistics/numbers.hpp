// Are numbers per order distributed as in random orders? Of large decks: each by its mean and by its shape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/large_deck_test.hpp"
#include "core/statistics/null_laws.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tables/numbers.hpp"

namespace fairshuffle {

/// A result for the shape of a histogram, under its name, and in large decks one for its mean, under "mean "
/// and its name. The shape is judged by Pearson's chi-square over pooled values, which takes hundreds of
/// trials; the mean by its exact law, from the first trial on.
std::vector<TestResult> shape_and_mean(std::string_view name, std::span<const std::uint64_t> by_value,
                                       std::span<const double> law, const Tally& tally);

/// How many of them there are.
constexpr std::uint64_t hypotheses_of_number(int deck_size) {
  return deck_size >= smallest_large_deck ? 2 : 1;
}

namespace detail {

template <const TableInfo& table, std::vector<double> (*law)(int)>
std::vector<TestResult> test_number(const Tally& tally) {
  if (tally.deck_size < smallest_large_deck) return {of_large_decks_only(table.name)};
  return shape_and_mean(table.name, tally.tables.of(table), law(tally.deck_size), tally);
}

// The test of a number that is counted in a table of its name.
template <const TableInfo& table, std::vector<double> (*law)(int)>
constexpr TestInfo number_test(std::string_view claim, std::string_view null_law, std::string_view blind_to) {
  return large_deck_test(table.name, claim, null_law, blind_to, test_number<table, law>, hypotheses_of_number,
                         table.add_wide == nullptr ? largest_byte_deck : largest_deck_size);
}

}  // namespace detail

inline constexpr std::string_view of_equal_numbers =
    "any bias among orders with equally many of what is counted, in them or in their inverses";

inline constexpr TestInfo descents_test = detail::number_test<descents_table, descents_law>(
    "a card is followed by a lower one as often as in a random order",
    "Eulerian numbers; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo rising_sequences_test =
    detail::number_test<rising_sequences_table, rising_sequences_law>(
        "orders interleave as many runs of cards in sequence as random orders do",
        "Eulerian numbers; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo peaks_test = detail::number_test<peaks_table, peaks_law>(
    "as many cards lie between two lower ones as in a random order",
    "OEIS A008303; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo inverse_peaks_test = detail::number_test<inverse_peaks_table, peaks_law>(
    "inverse orders have as many peaks as random orders",
    "OEIS A008303; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo inversions_test = detail::number_test<inversions_table, inversions_law>(
    "as many pairs of cards are out of order as in a random order",
    "Mahonian numbers; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo successions_test = detail::number_test<successions_table, successions_law>(
    "a card is followed by the next higher one as often as in a random order",
    "OEIS A123513; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo left_maxima_test = detail::number_test<left_maxima_table, cycles_law>(
    "as many cards are above all before them as in a random order",
    "Stirling numbers, first kind; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo left_minima_test = detail::number_test<left_minima_table, cycles_law>(
    "as many cards are below all before them as in a random order",
    "Stirling numbers, first kind; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo right_maxima_test = detail::number_test<right_maxima_table, cycles_law>(
    "as many cards are above all after them as in a random order",
    "Stirling numbers, first kind; mean exact, shape chi-square over pooled values", of_equal_numbers);
inline constexpr TestInfo right_minima_test = detail::number_test<right_minima_table, cycles_law>(
    "as many cards are below all after them as in a random order",
    "Stirling numbers, first kind; mean exact, shape chi-square over pooled values", of_equal_numbers);

}  // namespace fairshuffle
