#include "core/tally/narrow_counts.hpp"

namespace fairshuffle {

void NarrowCounts::add_ones(std::span<const std::uint32_t> cells) {
  // An atomic addition waits for its cache line, and nearly every line of a table of gigabytes is out of
  // cache: fetched this far ahead, many lines are on their way at once.
  constexpr std::size_t ahead = 32;
  const std::uint32_t* table = low_->data();
  const std::size_t fetched = cells.size() > ahead ? cells.size() - ahead : 0;
  for (std::size_t index = 0; index < fetched; ++index) {
    __builtin_prefetch(table + cells[index + ahead], 1);
    add_low(cells[index], 1);
  }
  for (const std::uint32_t cell : cells.subspan(fetched)) add_low(cell, 1);
}

}  // namespace fairshuffle
