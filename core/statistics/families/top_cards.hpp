// Bets on which cards lie on top: hole cards, the flop, a hand of poker.
#pragma once

#include "core/statistics/families/family.hpp"
#include "core/tally/tables/top_cards.hpp"

namespace fairshuffle {

namespace detail {

/// Sets of cards, by rank as in the table.
template <const TableInfo& table>
void visit_top(const Tally& tally, const BetFamily::Visit& visit) {
  visit(tally.tables.of(table));
}
template <const TableInfo& table>
std::uint64_t cells_of_top_family(int deck_size) {
  return table.cells(deck_size);
}
inline std::uint64_t one_member(int /*deck_size*/) {
  return 1;
}
std::string name_of_hole_cards(int deck_size, std::uint64_t member);
std::string name_of_flop(int deck_size, std::uint64_t member);
std::string name_of_top_five(int deck_size, std::uint64_t member);

}  // namespace detail

inline constexpr BetFamily hole_cards_family{.name = "hole-cards",
                                             .bets_on = "the two hole cards",
                                             .asks = "which two cards lie on top, in either order",
                                             .members = detail::one_member,
                                             .cells = detail::cells_of_top_family<top_two_table>,
                                             .visit = detail::visit_top<top_two_table>,
                                             .member_name = detail::name_of_hole_cards};
inline constexpr BetFamily flop_family{
    .name = "flop",
    .bets_on = "the three cards of a flop",
    .asks = "which three cards lie on top, in any order; counted where it is asked for",
    .members = detail::one_member,
    .cells = detail::cells_of_top_family<top_three_table>,
    .visit = detail::visit_top<top_three_table>,
    .member_name = detail::name_of_flop,
    .on_request = &top_three_table};
inline constexpr BetFamily top_five_family{
    .name = "top-five",
    .bets_on = "the five cards of a poker hand",
    .asks = "which five cards lie on top, in any order; counted where it is asked for",
    .members = detail::one_member,
    .cells = detail::cells_of_top_family<top_five_table>,
    .visit = detail::visit_top<top_five_table>,
    .member_name = detail::name_of_top_five,
    .on_request = &top_five_table};

}  // namespace fairshuffle
