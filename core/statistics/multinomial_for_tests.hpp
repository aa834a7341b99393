// Counts of independent trials of a distribution, without running them one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace fairshuffle {

/// Multinomial counts: each cell is binomial given those before it.
inline std::vector<std::uint64_t> multinomial_for_test(std::span<const double> distribution,
                                                       std::uint64_t trials, std::mt19937_64& words) {
  std::vector<std::uint64_t> counts(distribution.size());
  double left = 0;
  std::size_t last = 0;
  for (std::size_t cell = 0; cell < distribution.size(); ++cell) {
    left += distribution[cell];
    if (distribution[cell] > 0) last = cell;
  }
  for (std::size_t cell = 0; cell < last && trials > 0; ++cell) {
    if (distribution[cell] > 0) {
      const double share = std::min(1.0, distribution[cell] / left);
      counts[cell] = std::binomial_distribution<std::uint64_t>(trials, share)(words);
    }
    trials -= counts[cell];
    left -= distribution[cell];
  }
  counts[last] += trials;
  return counts;
}

}  // namespace fairshuffle
