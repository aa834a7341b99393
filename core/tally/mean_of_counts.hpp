// The mean of a number per order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fairshuffle {

/// Of a histogram by value, with at least one trial.
inline double mean_of_counts(std::span<const std::uint64_t> by_value) {
  double all = 0, sum = 0;
  for (std::size_t value = 0; value < by_value.size(); ++value) {
    const auto count = static_cast<double>(by_value[value]);
    all += count;
    sum += count * static_cast<double>(value);
  }
  return sum / all;
}

}  // namespace fairshuffle
