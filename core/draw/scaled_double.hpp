// floor(u * bound) with u in [0, 1).
#pragma once

#include <cstdint>

#include "core/draw/monotone.hpp"
#include "core/draw/unit_interval.hpp"

namespace fairshuffle {

struct ScaledDoubleDraw : MonotoneDraw<ScaledDoubleDraw> {
  static constexpr DrawInfo info{
      .name = "scaled-double",
      .truth = "floor(u * bound) with u in [0, 1): right in kind, uneven by what the words do not divide",
      .origin = "Math.floor(Math.random() * n), and its like in many languages",
  };

  // u is at most 1 - 2^-53, and bound <= 2^32 has 20 bits to spare in a double: the product stays below
  // bound.
  static std::uint64_t value_of_word(std::uint64_t word, std::uint64_t max_word, std::uint64_t bound) {
    return static_cast<std::uint64_t>(detail::unit_interval(word, max_word) * static_cast<double>(bound));
  }
};

}  // namespace fairshuffle
