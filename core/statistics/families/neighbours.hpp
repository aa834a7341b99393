// Bets on what lies beside any one card.
#pragma once

#include "core/statistics/families/family.hpp"

namespace fairshuffle {

namespace detail {

/// What follows a card, the boundary as the last of them, and then what precedes it.
void visit_neighbours(const Tally& tally, const BetFamily::Visit& visit);
std::string name_of_neighbour(int deck_size, std::uint64_t member);

}  // namespace detail

// The boundary counts as one card more: what follows it lies first, what precedes it last.
inline constexpr BetFamily neighbours_family{
    .name = "neighbours",
    .bets_on = "what lies beside any one card",
    .asks = "of every card which one directly follows it, and which one it follows, the ends included",
    .members = [](int deck_size) { return 2 * (static_cast<std::uint64_t>(deck_size) + 1); },
    .cells = [](int deck_size) { return static_cast<std::uint64_t>(deck_size); },
    .visit = detail::visit_neighbours,
    .member_name = detail::name_of_neighbour,
    .largest_deck = largest_deck_size};

}  // namespace fairshuffle
