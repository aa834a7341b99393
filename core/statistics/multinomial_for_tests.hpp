// Counts of independent trials of a law, without running them one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace fairshuffle {

/// Multinomial counts: each cell is binomial given those before it.
inline std::vector<std::uint64_t> multinomial_for_test(std::span<const double> law, std::uint64_t trials,
                                                       std::mt19937_64& words) {
  std::vector<std::uint64_t> counts(law.size());
  double left = 0;
  std::size_t last = 0;
  for (std::size_t cell = 0; cell < law.size(); ++cell) {
    left += law[cell];
    if (law[cell] > 0) last = cell;
  }
  for (std::size_t cell = 0; cell < last && trials > 0; ++cell) {
    if (law[cell] > 0) {
      const double share = std::min(1.0, law[cell] / left);
      counts[cell] = std::binomial_distribution<std::uint64_t>(trials, share)(words);
    }
    trials -= counts[cell];
    left -= law[cell];
  }
  counts[last] += trials;
  return counts;
}

}  // namespace fairshuffle
