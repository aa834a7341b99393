#include "core/tally/tables/top_cards.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

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

// Of each deck the cards of the planes, the lowest first.
template <std::size_t top>
void sort_by_card(std::array<Plane, top>& planes) {
  for (std::size_t unsorted = top; unsorted > 1; --unsorted) {
    for (std::size_t at = 1; at < unsorted; ++at) {
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
        const Card one = planes[at - 1][deck], other = planes[at][deck];
        planes[at - 1][deck] = std::min(one, other);
        planes[at][deck] = std::max(one, other);
      }
    }
  }
}

}  // namespace

template <int top>
void add_top(const OrderBatches& orders, std::span<std::uint64_t> cells) {
  static_assert(top <= most_on_top);
  for (std::size_t batch = 0; batch < orders.batches(); ++batch) {
    std::array<Plane, top> cards;
    std::ranges::copy(orders.cards().batch(batch).first(top), cards.begin());
    sort_by_card(cards);
    for (std::size_t deck = 0; deck < orders.cards().decks_of(batch); ++deck) {
      std::size_t rank = 0;
      for (std::size_t at = 0; at < top; ++at) rank += rank_steps[at + 1][cards[at][deck]];
      ++cells[rank];
    }
  }
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

template void add_top<2>(const OrderBatches&, std::span<std::uint64_t>);
template void add_top<3>(const OrderBatches&, std::span<std::uint64_t>);
template void add_top<5>(const OrderBatches&, std::span<std::uint64_t>);
template std::string why_not_of_positions<2>(std::span<const std::vector<std::uint64_t>>,
                                             std::span<const std::uint64_t>);
template std::string why_not_of_positions<3>(std::span<const std::vector<std::uint64_t>>,
                                             std::span<const std::uint64_t>);
template std::string why_not_of_positions<5>(std::span<const std::vector<std::uint64_t>>,
                                             std::span<const std::uint64_t>);

}  // namespace fairshuffle::detail
