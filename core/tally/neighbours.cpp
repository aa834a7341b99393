#include "core/tally/neighbours.hpp"

#include "core/tally/merge.hpp"

namespace fairshuffle {

NeighbourCounts::NeighbourCounts(int deck_size)
    : deck_size_(deck_size),
      cells_(static_cast<std::size_t>(deck_size + 1) * static_cast<std::size_t>(deck_size + 1)) {}

void NeighbourCounts::add(OrderBatches& orders) {
  add_pair_counts(orders.neighbours(), cells_);
}

void NeighbourCounts::merge(const NeighbourCounts& other) {
  detail::add_counts(cells_, other.cells_);
}

std::uint64_t NeighbourCounts::at(int card, int next) const {
  return cells_.at(static_cast<std::size_t>(card * (deck_size_ + 1) + next));
}

}  // namespace fairshuffle
