// Adding up two tables of counts of disjoint trials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace fairshuffle::detail {

/// Throws std::invalid_argument when the tables differ in size, that is when the deck sizes differ.
inline void add_counts(std::vector<std::uint64_t>& counts, std::span<const std::uint64_t> other) {
  if (counts.size() != other.size()) {
    throw std::invalid_argument("merge: tallies of different deck sizes do not add up");
  }
  for (std::size_t cell = 0; cell < counts.size(); ++cell) counts[cell] += other[cell];
}

}  // namespace fairshuffle::detail
