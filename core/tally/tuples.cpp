#include "core/tally/tuples.hpp"

#include <algorithm>

namespace fairshuffle {

TupleCounts::TupleCounts(int deck_size)
    : length_(length(deck_size)),
      rank_bits_(rank_bits(deck_size)),
      counters_(std::size_t{1} << (static_cast<std::size_t>(rank_bits_) * length_)) {}

void TupleCounts::hand_over(std::size_t tuple, std::uint64_t times, OrderCounts& orders) const {
  for (std::size_t trial = 0; trial < length_; ++trial) {
    orders.add(tuple & ((std::size_t{1} << rank_bits_) - 1), times);
    tuple >>= rank_bits_;
  }
}

void TupleCounts::empty_into(OrderCounts& orders) {
  for (std::size_t tuple = 0; tuple < counters_.size(); ++tuple) {
    if (counters_[tuple] != 0) hand_over(tuple, counters_[tuple], orders);
  }
  std::ranges::fill(counters_, std::uint8_t{0});
}

}  // namespace fairshuffle
