// Which cards lie on top, in whatever order: hole cards, a flop, a hand of poker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/tally/subsets.hpp"
#include "core/tally/tables/table_info.hpp"

namespace fairshuffle::detail {

template <int top>
std::size_t cells_of_top(int deck_size) {
  return static_cast<std::size_t>(subset_count(deck_size, top));
}
template <int top>
void add_top(const OrderPlanes& orders, std::span<std::uint64_t> cells);
/// Counts that do not add up to the trials.
std::string why_no_sets(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);
/// A card that is in the sets otherwise than at the first `top` of the positions.
template <int top>
std::string why_not_of_positions(std::span<const std::vector<std::uint64_t>> positions,
                                 std::span<const std::uint64_t> cells);

}  // namespace fairshuffle::detail

namespace fairshuffle {

/// Trials by the set of the two cards at the positions 0 and 1, by its colexicographic rank: that of a < b is
/// C(b, 2) + a.
inline constexpr TableInfo top_two_table{.name = "top-two",
                                         .counts = "orders by which two cards lie on top, in either order",
                                         .of_quotients = false,
                                         .cells = detail::cells_of_top<2>,
                                         .add = detail::add_top<2>,
                                         .contradiction = detail::why_no_sets,
                                         .against_positions = detail::why_not_of_positions<2>};
/// The same of the cards at the positions 0 to 2, and 0 to 4: that of a < b < c is C(c, 3) + C(b, 2) + a.
inline constexpr TableInfo top_three_table{.name = "top-three",
                                           .counts = "orders by which three cards lie on top, in any order",
                                           .of_quotients = false,
                                           .cells = detail::cells_of_top<3>,
                                           .add = detail::add_top<3>,
                                           .contradiction = detail::why_no_sets,
                                           .against_positions = detail::why_not_of_positions<3>,
                                           .on_request = true};
inline constexpr TableInfo top_five_table{.name = "top-five",
                                          .counts = "orders by which five cards lie on top, in any order",
                                          .of_quotients = false,
                                          .cells = detail::cells_of_top<5>,
                                          .add = detail::add_top<5>,
                                          .contradiction = detail::why_no_sets,
                                          .against_positions = detail::why_not_of_positions<5>,
                                          .on_request = true};

}  // namespace fairshuffle
