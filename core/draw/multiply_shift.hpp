// The word as a fraction of its range, times the bound, without rejection.
#pragma once

#include <cstdint>

#include "core/draw/monotone.hpp"
#include "core/order/wide.hpp"

namespace fairshuffle {

struct MultiplyShiftDraw : MonotoneDraw<MultiplyShiftDraw> {
  static constexpr DrawInfo info{
      .name = "multiply-shift",
      .truth = "word * bound / words, no rejection: as uneven as modulo, but spread over all values",
      .origin = "Lemire 2019, section 3, the biased multiply-shift; Knuth, TAOCP 2, 3.4.1",
  };

  static std::uint64_t value_of_word(std::uint64_t word, std::uint64_t max_word, std::uint64_t bound) {
    const Wide product = Wide{word} * bound;
    const Wide words = Wide{max_word} + 1;
    if (max_word == ~std::uint64_t{0}) return static_cast<std::uint64_t>(product >> 64);
    return static_cast<std::uint64_t>(product / words);
  }
};

}  // namespace fairshuffle
