// Bets on where any one card lies, and on what lies at any one place.
#pragma once

#include "core/statistics/families/family.hpp"

namespace fairshuffle {

namespace detail {

/// The places of a card, card by card, and then the cards at a place.
void visit_cards(const Tally& tally, const BetFamily::Visit& visit);
std::string name_of_card_or_place(int deck_size, std::uint64_t member);

}  // namespace detail

inline constexpr BetFamily cards_family{
    .name = "cards",
    .bets_on = "where any one card lies",
    .asks = "of every card where it lies, and of every position which card lies there",
    .members = [](int deck_size) { return 2 * static_cast<std::uint64_t>(deck_size); },
    .cells = [](int deck_size) { return static_cast<std::uint64_t>(deck_size); },
    .visit = detail::visit_cards,
    .member_name = detail::name_of_card_or_place,
    .largest_deck = largest_deck_size};

}  // namespace fairshuffle
