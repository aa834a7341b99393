// Numbers per order: histograms of one small number of each order, all with exact laws under fairness.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/tally/planes/plane_numbers.hpp"
#include "core/tally/tables/table_info.hpp"

namespace fairshuffle {

namespace detail {

/// What makes the cells no histogram of so many trials over the values from `smallest` on.
std::string why_no_histogram(std::uint64_t trials, std::span<const std::uint64_t> cells,
                             std::size_t smallest);

// Of the orders of one batch.
using NumbersOf = const Plane& (*)(OrderBatches& orders, std::size_t batch);

template <NumbersOf numbers>
void add_numbers(OrderBatches& orders, std::span<std::uint64_t> cells) {
  NumberBatches of_all(orders.size());
  for (std::size_t batch = 0; batch < orders.batches(); ++batch) of_all[batch] = &numbers(orders, batch);
  count_numbers(of_all, cells);
}

template <std::size_t (*number)(const WideOrder&)>
void add_wide_number(const WideOrder& order, std::span<std::uint64_t> cells) {
  ++cells[number(order)];
}

template <std::size_t smallest>
std::string check_histogram(int /*deck_size*/, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  return why_no_histogram(trials, cells, smallest);
}

const Plane& descents(OrderBatches& orders, std::size_t batch);
const Plane& rising_sequences(OrderBatches& orders, std::size_t batch);
const Plane& peaks(OrderBatches& orders, std::size_t batch);
const Plane& inverse_peaks(OrderBatches& orders, std::size_t batch);
void add_inversions(OrderBatches& orders, std::span<std::uint64_t> cells);
const Plane& successions(OrderBatches& orders, std::size_t batch);
const Plane& left_maxima(OrderBatches& orders, std::size_t batch);
const Plane& left_minima(OrderBatches& orders, std::size_t batch);
const Plane& right_maxima(OrderBatches& orders, std::size_t batch);
const Plane& right_minima(OrderBatches& orders, std::size_t batch);

// The same of one wide deck.
std::size_t wide_descents(const WideOrder& order);
std::size_t wide_rising_sequences(const WideOrder& order);
std::size_t wide_peaks(const WideOrder& order);
std::size_t wide_inverse_peaks(const WideOrder& order);
std::size_t wide_successions(const WideOrder& order);
std::size_t wide_left_maxima(const WideOrder& order);
std::size_t wide_left_minima(const WideOrder& order);
std::size_t wide_right_maxima(const WideOrder& order);
std::size_t wide_right_minima(const WideOrder& order);

inline std::size_t values_below_deck(int deck_size) {
  return static_cast<std::size_t>(deck_size);
}
inline std::size_t values_to_deck(int deck_size) {
  return static_cast<std::size_t>(deck_size) + 1;
}
inline std::size_t values_of_peaks(int deck_size) {
  return (static_cast<std::size_t>(deck_size) + 1) / 2;
}
inline std::size_t values_to_pairs(int deck_size) {
  const auto cards = static_cast<std::size_t>(deck_size);
  return cards * (cards - 1) / 2 + 1;
}

// The orders by a number of theirs, the smallest value of which is `smallest`.
template <NumbersOf numbers, std::size_t smallest, std::size_t (*of_wide)(const WideOrder&)>
constexpr TableInfo number_table(std::string_view name, std::string_view counts, bool of_quotients,
                                 std::size_t (*cells)(int deck_size)) {
  return {.name = name,
          .counts = counts,
          .of_quotients = of_quotients,
          .cells = cells,
          .add = add_numbers<numbers>,
          .contradiction = check_histogram<smallest>,
          .add_wide = add_wide_number<of_wide>};
}

}  // namespace detail

inline constexpr TableInfo descents_table = detail::number_table<detail::descents, 0, detail::wide_descents>(
    "descents", "orders by how often a card is followed by a lower one, 0..n-1", true,
    detail::values_below_deck);
inline constexpr TableInfo rising_sequences_table =
    detail::number_table<detail::rising_sequences, 1, detail::wide_rising_sequences>(
        "rising-sequences",
        "orders by how many runs of cards in sequence they "
        "interleave, 1..n: the descents of the inverse, and one",
        true, detail::values_to_deck);
inline constexpr TableInfo peaks_table = detail::number_table<detail::peaks, 0, detail::wide_peaks>(
    "peaks", "orders by how many cards lie between two lower ones", false, detail::values_of_peaks);
inline constexpr TableInfo inverse_peaks_table =
    detail::number_table<detail::inverse_peaks, 0, detail::wide_inverse_peaks>(
        "inverse-peaks", "the peaks of inverse orders", false, detail::values_of_peaks);
// Of wide decks there are half a million values of it.
inline constexpr TableInfo inversions_table{
    .name = "inversions",
    .counts = "orders by how many pairs of cards are out of order, 0..n(n-1)/2",
    .of_quotients = true,
    .cells = detail::values_to_pairs,
    .add = detail::add_inversions,
    .contradiction = detail::check_histogram<0>};
inline constexpr TableInfo successions_table =
    detail::number_table<detail::successions, 0, detail::wide_successions>(
        "successions", "orders by how often a card is followed by the next higher one", true,
        detail::values_below_deck);
inline constexpr TableInfo left_maxima_table =
    detail::number_table<detail::left_maxima, 1, detail::wide_left_maxima>(
        "left-maxima", "orders by how many cards are above all before them, 1..n", true,
        detail::values_to_deck);
inline constexpr TableInfo left_minima_table =
    detail::number_table<detail::left_minima, 1, detail::wide_left_minima>(
        "left-minima", "orders by how many cards are below all before them, 1..n", true,
        detail::values_to_deck);
inline constexpr TableInfo right_maxima_table =
    detail::number_table<detail::right_maxima, 1, detail::wide_right_maxima>(
        "right-maxima", "orders by how many cards are above all after them, 1..n", true,
        detail::values_to_deck);
inline constexpr TableInfo right_minima_table =
    detail::number_table<detail::right_minima, 1, detail::wide_right_minima>(
        "right-minima", "orders by how many cards are below all after them, 1..n", true,
        detail::values_to_deck);

}  // namespace fairshuffle
