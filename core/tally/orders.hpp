// Counts of every order: n! counters by lexicographic rank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order.hpp"

namespace fairshuffle {

class OrderCounts {
 public:
  /// deck_size in 1..10; throws std::invalid_argument.
  explicit OrderCounts(int deck_size);

  /// Precondition: rank < n!.
  void add(std::uint64_t rank, std::uint64_t trials = 1) { by_rank_[rank] += trials; }
  void merge(const OrderCounts& other);

  int deck_size() const { return deck_size_; }
  std::span<const std::uint64_t> by_rank() const { return by_rank_; }

 private:
  int deck_size_;
  std::vector<std::uint64_t> by_rank_;
};

}  // namespace fairshuffle
