#include "core/tally/tuples.hpp"

#include <algorithm>

namespace fairshuffle {

TupleCounts::TupleCounts(int deck_size)
    : ranks_(std::size_t{1} << rank_bits(deck_size)),
      counters_(std::size_t{1} << (static_cast<std::size_t>(rank_bits(deck_size)) * length(deck_size))) {}

void TupleCounts::empty_into(OrderCounts& orders) {
  if (held_ == 0) return;
  // The counts of each row of the table belong to one order of the last trial, and summed up over all rows
  // they are a table of tuples that are one trial shorter.
  std::vector<std::uint64_t> counts(counters_.begin(), counters_.end());
  for (std::size_t row_size = counts.size() / ranks_; row_size > 0; row_size /= ranks_) {
    std::vector<std::uint64_t> shorter(row_size);
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
      const auto row = std::span(counts).subspan(rank * row_size, row_size);
      std::uint64_t trials = 0;
      for (std::size_t tuple = 0; tuple < row_size; ++tuple) {
        trials += row[tuple];
        shorter[tuple] += row[tuple];
      }
      if (trials > 0) orders.add(rank, trials);
    }
    counts = std::move(shorter);
  }
  std::ranges::fill(counters_, std::uint16_t{0});
  held_ = 0;
}

}  // namespace fairshuffle
