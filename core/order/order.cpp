#include "core/order/order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace fairshuffle {

namespace {

std::size_t lowest_of(std::uint64_t set) {
  return static_cast<std::size_t>(std::countr_zero(set));
}
std::size_t lowest_of(Wide set) {
  const auto low = static_cast<std::uint64_t>(set);
  return low != 0 ? lowest_of(low) : 64 + lowest_of(static_cast<std::uint64_t>(set >> 64));
}

using WideSet = std::bitset<largest_deck_size>;

template <class Set>
int cycles_of(std::span<const Card> order) {
  // The positions that lie on none of the cycles so far.
  Set left = every_card_of<Set>(order.size());
  int cycles = 0;
  for (; left != 0; ++cycles) {
    const std::size_t start = lowest_of(left);
    std::size_t position = start;
    do {
      left ^= Set{1} << position;
      position = order[position];
    } while (position != start);
  }
  return cycles;
}

template <class AnyCard>
void write_places(std::span<const AnyCard> order, std::span<AnyCard> places) {
  for (std::size_t position = 0; position < order.size(); ++position) {
    places[order[position]] = static_cast<AnyCard>(position);
  }
}

template <class AnyCard>
void write_relative(std::span<const AnyCard> before, std::span<const AnyCard> after,
                    std::span<AnyCard> relative, std::span<AnyCard> place_before) {
  write_places(before, place_before);
  for (std::size_t position = 0; position < after.size(); ++position) {
    relative[position] = place_before[after[position]];
  }
}

template <class AnyCard>
int count_fixed_points(std::span<const AnyCard> order) {
  int count = 0;
  for (std::size_t position = 0; position < order.size(); ++position) count += order[position] == position;
  return count;
}

}  // namespace

bool is_order(std::span<const WideCard> order) {
  WideSet seen;
  for (const WideCard card : order) {
    if (card >= order.size()) return false;
    seen.set(card);
  }
  return seen.count() == order.size();
}

std::uint64_t order_count(int deck_size) {
  if (deck_size < 0 || deck_size > 20) {
    throw std::invalid_argument("order_count: deck_size must be in 0..20, was " + std::to_string(deck_size));
  }
  std::uint64_t count = 1;
  for (int factor = 2; factor <= deck_size; ++factor) count *= static_cast<std::uint64_t>(factor);
  return count;
}

void order_of_rank(std::uint64_t rank, std::span<Card> order) {
  const int deck_size = static_cast<int>(order.size());
  if (rank >= order_count(deck_size)) {
    throw std::invalid_argument("order_of_rank: rank " + std::to_string(rank) + " is not below " +
                                std::to_string(deck_size) + "!");
  }
  // The Lehmer code from its end: the digit of a position counts the smaller cards after it, so with m cards
  // from there on it is the rest of a division by m.
  std::array<std::uint8_t, 20> code;
  for (int left = 1; left <= deck_size; ++left) {
    const auto cards_left = static_cast<std::uint64_t>(left);
    code[static_cast<std::size_t>(deck_size - left)] = static_cast<std::uint8_t>(rank % cards_left);
    rank /= cards_left;
  }
  std::array<Card, 20> remaining;
  for (int card = 0; card < deck_size; ++card)
    remaining[static_cast<std::size_t>(card)] = static_cast<Card>(card);
  auto end = remaining.begin() + deck_size;
  for (std::size_t position = 0; position < order.size(); ++position) {
    const auto taken = remaining.begin() + code[position];
    order[position] = *taken;
    end = std::copy(taken + 1, end, taken);
  }
}

std::vector<Card> order_of_rank(std::uint64_t rank, int deck_size) {
  std::vector<Card> order(static_cast<std::size_t>(deck_size));
  order_of_rank(rank, std::span<Card>(order));
  return order;
}

bool to_next_order(std::span<Card> order) {
  return std::next_permutation(order.begin(), order.end());
}

void relative_order(std::span<const Card> before, std::span<const Card> after, std::span<Card> relative) {
  std::array<Card, largest_byte_deck> place_before;
  write_relative<Card>(before, after, relative, place_before);
}
void relative_order(std::span<const WideCard> before, std::span<const WideCard> after,
                    std::span<WideCard> relative) {
  std::array<WideCard, largest_deck_size> place_before;
  write_relative<WideCard>(before, after, relative, place_before);
}

void places_of(std::span<const WideCard> order, std::span<WideCard> places) {
  write_places<WideCard>(order, places);
}

int fixed_points(std::span<const Card> order) {
  return count_fixed_points(order);
}
int fixed_points(std::span<const WideCard> order) {
  return count_fixed_points(order);
}

int cycle_count(std::span<const Card> order) {
  return order.size() <= cards_of_word ? cycles_of<std::uint64_t>(order) : cycles_of<Wide>(order);
}

int cycle_count(std::span<const WideCard> order) {
  // A byte for each: a bit is read and written with others, which the next step then waits for.
  std::array<char, largest_deck_size> seen{};
  int cycles = 0;
  for (std::size_t start = 0; start < order.size(); ++start) {
    if (seen[start]) continue;
    ++cycles;
    for (std::size_t position = start; !seen[position]; position = order[position]) seen[position] = 1;
  }
  return cycles;
}

bool is_even(std::span<const Card> order) {
  // A cycle of length l is l - 1 swaps, so the swaps number n - cycles.
  return (static_cast<int>(order.size()) - cycle_count(order)) % 2 == 0;
}

}  // namespace fairshuffle
