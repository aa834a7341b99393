// Element by position: how often each card came to each position.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/planes/order_batches.hpp"

namespace fairshuffle {

class PositionCounts {
 public:
  explicit PositionCounts(int deck_size);

  void add(std::span<const Card> order, std::uint64_t trials = 1) { add_each(order, trials); }
  void add(std::span<const WideCard> order, std::uint64_t trials = 1) { add_each(order, trials); }
  /// Each of the orders once.
  void add(OrderBatches& orders);
  /// Precondition: position and card in 0..n-1.
  void add_at(std::size_t position, std::size_t card, std::uint64_t trials) {
    cells_[position * static_cast<std::size_t>(deck_size_) + card] += trials;
  }
  void merge(const PositionCounts& other);

  int deck_size() const { return deck_size_; }
  /// Trials in which `card` stood at `position`, both in 0..n-1.
  std::uint64_t at(int position, int card) const;
  /// The same for all: [position][card].
  std::vector<std::vector<std::uint64_t>> by_position() const;
  /// [position * n + card]
  std::span<const std::uint64_t> cells() const { return cells_; }

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> order, std::uint64_t trials) {
    for (std::size_t position = 0; position < order.size(); ++position) {
      cells_[position * order.size() + order[position]] += trials;
    }
  }

  int deck_size_;
  std::vector<std::uint64_t> cells_;  // [position][card]
};

}  // namespace fairshuffle
