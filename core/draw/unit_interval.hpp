// A word as a double in [0, 1).
#pragma once

#include <bit>
#include <cstdint>

namespace fairshuffle::detail {

/// word / (max_word + 1) for words of at most 53 bits; of longer words the top 53 bits, as libraries do.
inline double unit_interval(std::uint64_t word, std::uint64_t max_word) {
  const auto word_bits = static_cast<int>(std::bit_width(max_word));
  if (word_bits > 53) return static_cast<double>(word >> (word_bits - 53)) * 0x1p-53;
  return static_cast<double>(word) / (static_cast<double>(max_word) + 1);
}

}  // namespace fairshuffle::detail
