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
void add_top(OrderBatches& orders, std::span<std::uint64_t> cells);
/// Counts that do not add up to the trials.
std::string why_no_sets(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);
/// A card that is in the sets otherwise than at the first `top` of the positions.
template <int top>
std::string why_not_of_positions(std::span<const std::vector<std::uint64_t>> positions,
                                 std::span<const std::uint64_t> cells);

// The orders by the set of their first `top` cards.
template <int top>
constexpr TableInfo top_table(std::string_view name, std::string_view counts, bool on_request) {
  return {.name = name,
          .counts = counts,
          .of_quotients = false,
          .cells = cells_of_top<top>,
          .add = add_top<top>,
          .contradiction = why_no_sets,
          .against_positions = why_not_of_positions<top>,
          .on_request = on_request};
}

}  // namespace fairshuffle::detail

namespace fairshuffle {

/// Trials by the set of the two cards at the positions 0 and 1, by its colexicographic rank: that of a < b is
/// C(b, 2) + a.
inline constexpr TableInfo top_two_table =
    detail::top_table<2>("top-two", "orders by which two cards lie on top, in either order", false);
/// The same of the cards at the positions 0 to 2, and 0 to 4: that of a < b < c is C(c, 3) + C(b, 2) + a.
inline constexpr TableInfo top_three_table =
    detail::top_table<3>("top-three", "orders by which three cards lie on top, in any order", true);
inline constexpr TableInfo top_five_table =
    detail::top_table<5>("top-five", "orders by which five cards lie on top, in any order", true);

}  // namespace fairshuffle
