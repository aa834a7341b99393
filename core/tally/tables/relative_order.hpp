// Relative order: of every two, which comes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "core/tally/tables/table_info.hpp"

namespace fairshuffle {

/// Pairs first < second of n, the pairs of 0 first, then those of 1.
constexpr std::size_t pairs_of(std::size_t n) {
  return n * (n - 1) / 2;
}
/// The cell of a pair. first < second < n.
constexpr std::size_t cell_of_pair(std::size_t n, std::size_t first, std::size_t second) {
  return first * (2 * n - first - 1) / 2 + second - first - 1;
}
/// The inverse: the pair whose cell it is. cell < pairs_of(n).
constexpr std::pair<std::size_t, std::size_t> pair_of_cell(std::size_t n, std::size_t cell) {
  std::size_t first = 0;
  while (first + 2 < n && cell_of_pair(n, first + 1, first + 2) <= cell) ++first;
  return {first, first + 1 + cell - cell_of_pair(n, first, first + 1)};
}

namespace detail {

std::size_t cells_of_pairs(int deck_size);
void add_card_pairs(OrderBatches& orders, std::span<std::uint64_t> cells);
void add_position_pairs(OrderBatches& orders, std::span<std::uint64_t> cells);
/// A pair that came more often than there are trials, or three that no orders can have brought: whatever the
/// order, of "a before b", "b before c" and "c before a" it shows one or two.
std::string why_no_pairs(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);

}  // namespace detail

inline constexpr TableInfo relative_order_table{"relative-order",
                                                "orders by pair of cards where the lower card comes first",
                                                true,
                                                detail::cells_of_pairs,
                                                detail::add_card_pairs,
                                                detail::why_no_pairs};
inline constexpr TableInfo inverse_relative_order_table{
    "inverse-relative-order",
    "orders by pair of positions where the first holds the lower card: the relative order of the inverse",
    false,
    detail::cells_of_pairs,
    detail::add_position_pairs,
    detail::why_no_pairs};

}  // namespace fairshuffle
