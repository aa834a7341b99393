// Ordered neighbours: how often one card directly follows another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/planes/order_batches.hpp"

namespace fairshuffle {

/// An (n+1) x (n+1) table without its diagonal. Index n is the boundary: before the first position as `card`,
/// after the last as `next`.
class NeighbourCounts {
 public:
  explicit NeighbourCounts(int deck_size);

  void add(std::span<const Card> order, std::uint64_t trials = 1) { add_each(order, trials); }
  void add(std::span<const WideCard> order, std::uint64_t trials = 1) { add_each(order, trials); }
  /// Each of the orders once.
  void add(OrderBatches& orders);
  /// Precondition: card and next in 0..n, n the boundary.
  void add_at(std::size_t card, std::size_t next, std::uint64_t trials) {
    cells_[card * static_cast<std::size_t>(deck_size_ + 1) + next] += trials;
  }
  void merge(const NeighbourCounts& other);

  int deck_size() const { return deck_size_; }
  /// Trials in which `next` directly followed `card`, both in 0..n with n the boundary.
  std::uint64_t at(int card, int next) const;
  /// [card * (n + 1) + next]
  std::span<const std::uint64_t> cells() const { return cells_; }

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> order, std::uint64_t trials) {
    const std::size_t boundary = order.size();
    std::size_t previous = boundary;
    for (const AnyCard card : order) {
      cells_[previous * (boundary + 1) + card] += trials;
      previous = card;
    }
    cells_[previous * (boundary + 1) + boundary] += trials;
  }

  int deck_size_;
  std::vector<std::uint64_t> cells_;  // [card][next]
};

}  // namespace fairshuffle
