// Which cards are dealt into one hand.
#pragma once

#include <cstddef>
#include <string>

#include "core/tally/tables/table_info.hpp"

namespace fairshuffle {

/// How many hands a deck is taken to be dealt into: the most of four, three and two that get equally many
/// cards, and none where there is no such number. A hand is dealt from successive places. 4 for 52 cards and
/// 3 for 54.
constexpr int hands_of(int deck_size) {
  for (const int hands : {4, 3, 2}) {
    if (deck_size % hands == 0) return hands;
  }
  return 0;
}

}  // namespace fairshuffle

namespace fairshuffle::detail {

inline std::size_t cells_of_hand_mates(int deck_size) {
  const auto cards = static_cast<std::size_t>(deck_size);
  return hands_of(deck_size) == 0 ? 0 : cards * (cards - 1) / 2;
}
void add_hand_mates(OrderBatches& orders, std::span<std::uint64_t> cells);
std::string check_hand_mates(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);

}  // namespace fairshuffle::detail

namespace fairshuffle {

/// By pair of cards, the lower one first: 0 1, 0 2, ..., 1 2, ...: trials in which both fell into one of the
/// hands_of the deck.
inline constexpr TableInfo hand_mates_table{
    "hand-mates",
    "for each two cards the trials in which both fell into one of four, three or two equal hands",
    false,
    detail::cells_of_hand_mates,
    detail::add_hand_mates,
    detail::check_hand_mates};

}  // namespace fairshuffle
