// Sums of counts that others wrote.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace fairshuffle {

/// The most trials that a report may hold.
inline constexpr std::uint64_t most_counted = std::uint64_t{1} << 53;

/// The sum of the counts. It stops above most_counted, so that none goes past 64 bits: then it is any number
/// above that.
inline std::uint64_t sum_of_counts(std::span<const std::uint64_t> counts) {
  std::uint64_t sum = 0;
  for (auto count = counts.begin(); count != counts.end() && sum <= most_counted; ++count) {
    sum += std::min(*count, most_counted + 1);
  }
  return sum;
}

}  // namespace fairshuffle
