#include "core/tally/positions.hpp"

#include "core/tally/merge.hpp"
#include "core/tally/planes/plane_counts.hpp"

namespace fairshuffle {

PositionCounts::PositionCounts(int deck_size)
    : deck_size_(deck_size),
      cells_(static_cast<std::size_t>(deck_size) * static_cast<std::size_t>(deck_size)) {}

void PositionCounts::add(OrderBatches& orders) {
  count_values(orders.cards(), cells_);
}

void PositionCounts::merge(const PositionCounts& other) {
  detail::add_counts(cells_, other.cells_);
}

std::uint64_t PositionCounts::at(int position, int card) const {
  return cells_.at(static_cast<std::size_t>(position * deck_size_ + card));
}

std::vector<std::vector<std::uint64_t>> PositionCounts::by_position() const {
  std::vector<std::vector<std::uint64_t>> table;
  for (auto row = cells_.begin(); row != cells_.end(); row += deck_size_) {
    table.emplace_back(row, row + deck_size_);
  }
  return table;
}

}  // namespace fairshuffle
