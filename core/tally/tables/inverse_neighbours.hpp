// Where cards that follow each other in sequence lie: neighbours of the inverse orders.
#pragma once

#include <cstddef>
#include <string>

#include "core/tally/tables/table_info.hpp"

namespace fairshuffle::detail {

inline std::size_t cells_of_inverse_neighbours(int deck_size) {
  const auto symbols = static_cast<std::size_t>(deck_size) + 1;
  return symbols * symbols;
}
void add_inverse_neighbours(OrderBatches& orders, std::span<std::uint64_t> cells);
std::string check_inverse_neighbours(int deck_size, std::uint64_t trials,
                                     std::span<const std::uint64_t> cells);

}  // namespace fairshuffle::detail

namespace fairshuffle {

/// [place * (n + 1) + next]: trials in which some card lay at `place` and the next higher one at `next`, both
/// in 0..n. n stands before the lowest card as `place`, and behind the highest one as `next`.
inline constexpr TableInfo inverse_neighbours_table{
    "inverse-neighbours",
    "where a card lies and where the next higher one, n + 1 rows; the last of each is the boundary",
    false,
    detail::cells_of_inverse_neighbours,
    detail::add_inverse_neighbours,
    detail::check_inverse_neighbours};

}  // namespace fairshuffle
