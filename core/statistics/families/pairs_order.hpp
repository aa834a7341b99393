// Bets on which of any two cards comes first.
#pragma once

#include "core/statistics/families/family.hpp"
#include "core/tally/tables/relative_order.hpp"

namespace fairshuffle {

namespace detail {

/// Pairs in the order of relative_order_table: how often the lower card came first, and how often the other.
void visit_pairs_order(const Tally& tally, const BetFamily::Visit& visit);
std::string name_of_pair(int deck_size, std::uint64_t member);

}  // namespace detail

inline constexpr BetFamily pairs_order_family{
    .name = "pairs-order",
    .bets_on = "which of any two cards comes first",
    .asks = "of every two cards which one comes first",
    .members = [](int deck_size) -> std::uint64_t { return pairs_of(static_cast<std::size_t>(deck_size)); },
    .cells = [](int) { return std::uint64_t{2}; },
    .visit = detail::visit_pairs_order,
    .member_name = detail::name_of_pair};

}  // namespace fairshuffle
