// Orders of small decks counted several trials at a time: with few orders, a counter for every row of trials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tally/orders.hpp"

namespace fairshuffle {

/// Counts tuples of trials: that of ranks r_0, r_1, ... has r_0 in its lowest bits, r_1 in the next ones and
/// so on. One increment counts the whole tuple, and the table still fits the nearest cache.
class TupleCounts {
 public:
  static constexpr int largest_deck = 5;

  /// Trials of a tuple: 8, 4, 2, 2 for decks of 2, 3, 4, 5 cards.
  static constexpr std::size_t length(int deck_size) { return deck_size == 2 ? 8 : deck_size == 3 ? 4 : 2; }

  /// Bits of a rank in a tuple.
  static constexpr int rank_bits(int deck_size) {
    return deck_size == 2 ? 1 : deck_size == 3 ? 3 : deck_size == 4 ? 5 : 7;
  }

  /// deck_size in 2..largest_deck.
  explicit TupleCounts(int deck_size);

  /// Counts tuples; `orders` takes what a counter cannot hold. Precondition: the lower 32 bits of each number
  /// are a tuple as above.
  void add(std::span<const std::uint64_t> tuples, OrderCounts& orders) {
    // A counter that reaches 256 is 0 again and hands them over at once, so that no trial is lost.
    const auto count = [counters = counters_.data(), &orders, this](std::uint64_t number) {
      const auto tuple = static_cast<std::uint32_t>(number);
      if (++counters[tuple] == 0) [[unlikely]]
        hand_over(tuple, 256, orders);
    };
    // Unrolled as in OrderCounts::add_ranks.
    for (; tuples.size() >= 8; tuples = tuples.subspan(8)) {
      for (const std::uint64_t tuple : tuples.first<8>()) count(tuple);
    }
    for (const std::uint64_t tuple : tuples) count(tuple);
  }

  /// Moves each trial's order to `orders`, whose deck size is that of the tuples.
  void empty_into(OrderCounts& orders);

 private:
  void hand_over(std::size_t tuple, std::uint64_t times, OrderCounts& orders) const;

  std::size_t length_;
  int rank_bits_;
  std::vector<std::uint8_t> counters_;
};

}  // namespace fairshuffle
