// Orders of 5 cards counted two trials at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tally/orders.hpp"

namespace fairshuffle {

/// Counts tuples of two trials: that of ranks r and s is r + 128 s. One increment counts both, and the table
/// still fits the nearest cache.
class TupleCounts {
 public:
  static constexpr int deck_size = 5;
  static constexpr int rank_bits = 7;

  TupleCounts() : counters_(std::size_t{1} << (2 * rank_bits)) {}

  /// Counts tuples; `orders` takes what a counter cannot hold. Precondition: all are tuples as above.
  void add(std::span<const std::uint16_t> tuples, OrderCounts& orders) {
    // A counter that reaches 256 is 0 again and hands them over at once, so that no trial is lost.
    const auto count = [counters = counters_.data(), &orders](std::uint16_t tuple) {
      if (++counters[tuple] == 0) [[unlikely]]
        hand_over(tuple, 256, orders);
    };
    // Unrolled as in OrderCounts::add_ranks.
    for (; tuples.size() >= 8; tuples = tuples.subspan(8)) {
      for (const std::uint16_t tuple : tuples.first<8>()) count(tuple);
    }
    for (const std::uint16_t tuple : tuples) count(tuple);
  }

  /// Moves each trial's order to `orders`.
  void empty_into(OrderCounts& orders);

 private:
  static void hand_over(std::size_t tuple, std::uint64_t times, OrderCounts& orders);

  std::vector<std::uint8_t> counters_;
};

}  // namespace fairshuffle
