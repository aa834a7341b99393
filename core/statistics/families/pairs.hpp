// Bets on where any two cards lie, and on what lies at any two places.
#pragma once

#include "core/statistics/families/family.hpp"
#include "core/tally/tables/relative_order.hpp"

namespace fairshuffle {

namespace detail {

/// Every two cards, in the order of cell_of_pair, and then every two places.
void visit_pairs(const Tally& tally, const BetFamily::VisitDeviation& visit);
std::string name_of_two(int deck_size, std::uint64_t member);

}  // namespace detail

inline constexpr BetFamily pairs_family{
    .name = "pairs",
    .bets_on = "where any two cards lie",
    .asks =
        "of every two cards where they lie, and of every two positions which cards lie there; counted "
        "with --pairs or where it is asked for",
    .members = [](int deck_size) -> std::uint64_t {
      return 2 * pairs_of(static_cast<std::size_t>(deck_size));
    },
    .cells = [](int deck_size) -> std::uint64_t { return 2 * pairs_of(static_cast<std::size_t>(deck_size)); },
    .visit = nullptr,
    .member_name = detail::name_of_two,
    .visit_deviations = detail::visit_pairs};

}  // namespace fairshuffle
