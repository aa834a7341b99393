#include "core/order/ranks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace fairshuffle {

namespace {

// Decks of so few cards, three bits each, have a table of ranks. It has 32 kB at five cards, of which orders
// touch 120 places.
constexpr std::size_t largest_tabulated_deck = 5;
constexpr std::uint8_t no_order = 255;

// Three bits a card, the first card lowest, of a deck in the lower bytes of `deck`: a card of 8 or more
// spoils it.
constexpr std::uint32_t three_bits_a_card(std::uint64_t deck) {
  deck = (deck | deck >> 5) & 0x003f003f003f003f;
  deck = (deck | deck >> 10) & 0x00000fff00000fff;
  return static_cast<std::uint32_t>(deck | deck >> 20);
}

template <std::size_t deck_size>
constexpr auto rank_table() {
  std::array<std::uint8_t, std::size_t{1} << 3 * deck_size> table{};
  table.fill(no_order);
  std::array<std::uint8_t, deck_size> order{};
  for (std::size_t card = 0; card < deck_size; ++card) order[card] = static_cast<std::uint8_t>(card);
  std::uint8_t rank = 0;
  do {
    std::size_t place = 0;
    for (std::size_t position = 0; position < deck_size; ++position) {
      place |= std::size_t{order[position]} << 3 * position;
    }
    table[place] = rank++;
  } while (std::next_permutation(order.begin(), order.end()));
  return table;
}

// Ranks decks from the first on by the table, as long as eight bytes can be read; how many.
template <std::size_t deck_size>
std::size_t rank_by_table(const Card* deck, std::size_t cards, std::span<std::uint32_t> ranks) {
  static constexpr auto table = rank_table<deck_size>();
  constexpr std::uint64_t bytes_of_deck = ~std::uint64_t{0} >> (64 - 8 * deck_size);
  constexpr std::uint64_t not_below_8 = 0xf8f8f8f8f8f8f8f8 & bytes_of_deck;
  if (cards < 8) return 0;
  const std::size_t most = std::min(ranks.size(), (cards - 8) / deck_size + 1);
  for (std::size_t ranked = 0; ranked < most; ++ranked, deck += deck_size) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, deck, sizeof bytes);
    const std::uint8_t rank = table[three_bits_a_card(bytes & bytes_of_deck) % table.size()];
    if ((bytes & not_below_8) != 0 || rank == no_order) [[unlikely]]
      return ranked;
    ranks[ranked] = rank;
  }
  return most;
}

// A deck of a size known to the compiler is ranked without a loop.
template <std::size_t deck_size>
std::size_t rank_each(std::span<const Card> decks, std::span<std::uint32_t> ranks) {
  std::size_t ranked = 0;
  // The first card of a deck has to be the lowest byte.
  if constexpr (deck_size <= largest_tabulated_deck && std::endian::native == std::endian::little) {
    ranked = rank_by_table<deck_size>(decks.data(), decks.size(), ranks);
  }
  for (const Card* deck = decks.data() + ranked * deck_size; ranked < ranks.size();
       ++ranked, deck += deck_size) {
    const std::uint64_t rank = checked_rank_of(std::span<const Card, deck_size>(deck, deck_size));
    if (rank == no_rank) [[unlikely]]
      return ranked;
    ranks[ranked] = static_cast<std::uint32_t>(rank);
  }
  return ranks.size();
}

using RankEach = std::size_t (*)(std::span<const Card>, std::span<std::uint32_t>);

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
  return rank_each_of[static_cast<std::size_t>(deck_size - 1)](decks, ranks);
}

}  // namespace fairshuffle
