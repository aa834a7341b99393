// Bets on whether the order is even.
#pragma once

#include "core/statistics/families/family.hpp"

namespace fairshuffle {

namespace detail {

void visit_parity(const Tally& tally, const BetFamily::Visit& visit);
std::string name_of_parity(int deck_size, std::uint64_t member);

}  // namespace detail

inline constexpr BetFamily parity_family{.name = "parity",
                                         .bets_on = "whether the order is even",
                                         .asks = "whether the order is even or odd",
                                         .members = [](int) { return std::uint64_t{1}; },
                                         .cells = [](int) { return std::uint64_t{2}; },
                                         .visit = detail::visit_parity,
                                         .member_name = detail::name_of_parity,
                                         .largest_deck = largest_deck_size};

}  // namespace fairshuffle
