#include "core/order/ranks.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace fairshuffle {

namespace {

// A deck of a size known to the compiler is ranked without a loop.
template <std::size_t deck_size>
std::size_t rank_each(const Card* deck, std::span<std::uint32_t> ranks) {
  for (std::size_t ranked = 0; ranked < ranks.size(); ++ranked, deck += deck_size) {
    const std::uint64_t rank = checked_rank_of(std::span<const Card, deck_size>(deck, deck_size));
    if (rank == no_rank) [[unlikely]]
      return ranked;
    ranks[ranked] = static_cast<std::uint32_t>(rank);
  }
  return ranks.size();
}

using RankEach = std::size_t (*)(const Card*, std::span<std::uint32_t>);

template <std::size_t... smaller>
constexpr std::array<RankEach, sizeof...(smaller)> by_deck_size(std::index_sequence<smaller...>) {
  return {&rank_each<smaller + 1>...};
}

}  // namespace

std::size_t ranks_of_decks(std::span<const Card> decks, int deck_size, std::span<std::uint32_t> ranks) {
  if (deck_size < 1 || deck_size > largest_countable_deck_size) {
    throw std::invalid_argument("ranks_of_decks: deck_size must be in 1..12, was " +
                                std::to_string(deck_size));
  }
  static constexpr auto rank_each_of = by_deck_size(std::make_index_sequence<largest_countable_deck_size>());
  return rank_each_of[static_cast<std::size_t>(deck_size - 1)](decks.data(), ranks);
}

}  // namespace fairshuffle
