#include "core/tally/tuples.hpp"

#include <algorithm>

namespace fairshuffle {

void TupleCounts::hand_over(std::size_t tuple, std::uint64_t times, OrderCounts& orders) {
  orders.add(tuple % (1U << rank_bits), times);
  orders.add(tuple >> rank_bits, times);
}

void TupleCounts::empty_into(OrderCounts& orders) {
  for (std::size_t tuple = 0; tuple < counters_.size(); ++tuple) {
    if (counters_[tuple] != 0) hand_over(tuple, counters_[tuple], orders);
  }
  std::ranges::fill(counters_, std::uint8_t{0});
}

}  // namespace fairshuffle
