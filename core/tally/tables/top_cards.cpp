#include "core/tally/tables/top_cards.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/tally/planes/plane_numbers.hpp"

namespace fairshuffle::detail {

namespace {

constexpr int most_on_top = 5;
using RankSteps = std::array<std::array<std::uint32_t, largest_byte_deck>, most_on_top + 1>;

// [taken][card]: what the card adds to the rank of its set where it is the taken-th lowest: C(card, taken).
constexpr RankSteps rank_steps = [] {
  RankSteps steps{};
  steps[0].fill(1);
  // Pascal's triangle. C(127, 5) is 254,231,775.
  for (std::size_t card = 1; card < largest_byte_deck; ++card) {
    for (std::size_t taken = 1; taken <= most_on_top; ++taken) {
      steps[taken][card] = steps[taken - 1][card - 1] + steps[taken][card - 1];
    }
  }
  return steps;
}();

// A loop of a fixed length, which the compiler makes vectors of: by itself and without std::max, for which
// g++ puts a branch there.
[[gnu::noinline]] void sort_two(Card* __restrict lower, Card* __restrict higher) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    const Card one = lower[deck], other = higher[deck];
    const Card lowest = std::min(one, other);
    lower[deck] = lowest;
    higher[deck] = static_cast<Card>(one ^ other ^ lowest);
  }
}

// Of each deck the cards of the planes, the lowest first.
template <std::size_t top>
void sort_by_card(std::array<Plane, top>& planes) {
  for (std::size_t unsorted = top; unsorted > 1; --unsorted) {
    for (std::size_t at = 1; at < unsorted; ++at) sort_two(planes[at - 1].data(), planes[at].data());
  }
}

// Of each deck the rank of its set. In numbers of 16 bits and without a table, where that is possible, so
// that the compiler makes vectors of it.
template <std::size_t top>
auto ranks_of(const std::array<Plane, top>& sorted) {
  if constexpr (top == 2) {
    DeckNumbers ranks;
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      const std::uint16_t high = sorted[1][deck];
      const auto below = static_cast<std::uint16_t>(static_cast<std::uint16_t>(high * (high - 1)) >> 1);
      ranks[deck] = static_cast<std::uint16_t>(below + sorted[0][deck]);
    }
    return ranks;
  } else {
    std::array<std::uint32_t, decks_of_planes> ranks{};
    for (std::size_t at = 0; at < top; ++at) {
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck)
        ranks[deck] += rank_steps[at + 1][sorted[at][deck]];
    }
    return ranks;
  }
}

}  // namespace

template <int top>
void add_top(OrderBatches& orders, std::span<std::uint64_t> cells) {
  static_assert(top <= most_on_top);
  // So few sets have ranks of a byte, and one counter would be stepped again and again.
  const bool are_few = cells.size() <= 256;
  std::array<Plane, PlaneBatches::most_batches> few;
  NumberBatches numbers(orders.size());
  for (std::size_t batch = 0; batch < orders.batches(); ++batch) {
    std::array<Plane, top> cards;
    std::ranges::copy(orders.cards().batch(batch).first(top), cards.begin());
    sort_by_card(cards);
    const auto ranks = ranks_of(cards);
    if (are_few) {
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck)
        few[batch][deck] = static_cast<Card>(ranks[deck]);
    } else {
      for (std::size_t deck = 0; deck < orders.cards().decks_of(batch); ++deck) ++cells[ranks[deck]];
    }
    numbers[batch] = &few[batch];
  }
  if (are_few) count_numbers(numbers, cells);
}

std::string why_no_sets(int /*deck_size*/, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : cells) {
    if (count > trials) {
      return fmt::format("has one set {} times, of {} trials", with_commas(count), with_commas(trials));
    }
    sum += count;
  }
  if (sum == trials) return "";
  return fmt::format("adds up to {}, of {} trials", with_commas(sum), with_commas(trials));
}

template <int top>
std::string why_not_of_positions(std::span<const std::vector<std::uint64_t>> positions,
                                 std::span<const std::uint64_t> cells) {
  std::vector<std::uint64_t> of_card(positions.size());
  std::array<std::size_t, top> set;
  std::iota(set.begin(), set.end(), std::size_t{0});
  for (const std::uint64_t count : cells) {
    for (const std::size_t card : set) of_card[card] += count;
    to_next_subset(set);
  }
  for (std::size_t card = 0; card < of_card.size(); ++card) {
    std::uint64_t on_top = 0;
    for (std::size_t position = 0; position < top; ++position) on_top += positions[position][card];
    if (of_card[card] == on_top) continue;
    return fmt::format("has card {} on top in {} trials, and the positions in {}", card,
                       with_commas(of_card[card]), with_commas(on_top));
  }
  return "";
}

template void add_top<2>(OrderBatches&, std::span<std::uint64_t>);
template void add_top<3>(OrderBatches&, std::span<std::uint64_t>);
template void add_top<5>(OrderBatches&, std::span<std::uint64_t>);
template std::string why_not_of_positions<2>(std::span<const std::vector<std::uint64_t>>,
                                             std::span<const std::uint64_t>);
template std::string why_not_of_positions<3>(std::span<const std::vector<std::uint64_t>>,
                                             std::span<const std::uint64_t>);
template std::string why_not_of_positions<5>(std::span<const std::vector<std::uint64_t>>,
                                             std::span<const std::uint64_t>);

}  // namespace fairshuffle::detail
