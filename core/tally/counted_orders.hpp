// What was counted of every order, as tests and bounds read it: over one part of the trials, or two.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/tally/order_reader.hpp"
#include "core/tally/orders.hpp"

namespace fairshuffle {

/// Looks at the counters themselves, whose table may take gigabytes: copies share them, two parts are added
/// up while they are read, and trials that are counted later are seen too, once the
/// tally is asked for its counts again.
class CountedOrders {
 public:
  explicit CountedOrders(std::shared_ptr<const OrderCounts> only) : first_(std::move(only)) {}
  /// The sum of two disjoint parts, each of one part itself, of one deck size.
  CountedOrders(const CountedOrders& first, const CountedOrders& second)
      : first_(first.first_), second_(second.first_) {}

  /// n!, the number of orders, those that never came included.
  std::uint64_t size() const { return first_->orders(); }

  /// Calls visit(rank, count) for every order that came, by ascending rank.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_order(
        *first_, second_.get(),
        [&](std::uint64_t rank, std::uint64_t first, std::uint64_t second) { visit(rank, first + second); });
  }
  /// The n! counts by rank, those of orders that never came included.
  std::vector<std::uint64_t> by_rank() const {
    std::vector<std::uint64_t> counts(size());
    for_each([&counts](std::uint64_t rank, std::uint64_t count) { counts[rank] = count; });
    return counts;
  }

  /// The counters of the first part.
  const OrderCounts& first_part() const { return *first_; }

 private:
  std::shared_ptr<const OrderCounts> first_, second_;
};

}  // namespace fairshuffle
