// How many orders came how often: all that is left of counts by order where a report can't hold those.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tally/counted_orders.hpp"

namespace fairshuffle {

/// The orders that came so often.
struct EqualCounts {
  std::uint64_t count = 0;
  std::uint64_t orders = 0;

  bool operator==(const EqualCounts&) const = default;
};

/// By ascending count, without those that never came.
using OrderHistogram = std::vector<EqualCounts>;

OrderHistogram order_histogram(const CountedOrders& orders);

}  // namespace fairshuffle
