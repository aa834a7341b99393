// Draw digits: the draws that Durstenfeld's shuffle would have made, read back from the order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/tally/tables/table_info.hpp"

namespace fairshuffle {

/// The first of the cells of digit i, one for each of its values 0..i. Digits are those of 1..n-1.
constexpr std::size_t cell_of_digit(std::size_t i) {
  return i * (i + 1) / 2 - 1;
}

namespace detail {

std::size_t cells_of_digits(int deck_size);
void add_digits(OrderBatches& orders, std::span<std::uint64_t> cells);
/// A digit whose values do not add up to the trials.
std::string why_no_digits(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);

}  // namespace detail

inline constexpr TableInfo draw_digits_table{
    "draw-digits",
    "orders by each draw that Durstenfeld's shuffle of a sorted deck would have made to bring them",
    false,
    detail::cells_of_digits,
    detail::add_digits,
    detail::why_no_digits};

}  // namespace fairshuffle
