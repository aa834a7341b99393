// A histogram of one small number per order: fixed points, cycles, parity.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/planes/order_batches.hpp"

namespace fairshuffle {

class NumberCounts {
 public:
  /// Counts values 0..largest_value.
  explicit NumberCounts(int largest_value);

  /// Precondition: value in 0..largest_value.
  void add(int value, std::uint64_t trials = 1) { by_value_[static_cast<std::size_t>(value)] += trials; }
  void merge(const NumberCounts& other);

  std::span<const std::uint64_t> by_value() const { return by_value_; }

 private:
  std::vector<std::uint64_t> by_value_;
};

/// Counts the fixed points, the cycles and the parity of each of the orders once.
void add_numbers(OrderBatches& orders, NumberCounts& fixed_points, NumberCounts& cycles,
                 NumberCounts& parity);

}  // namespace fairshuffle
