// round(u * (bound - 1)): the two ends get half a share each.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/draw/monotone.hpp"
#include "core/draw/unit_interval.hpp"

namespace fairshuffle {

struct RoundedDoubleDraw : MonotoneDraw<RoundedDoubleDraw> {
  static constexpr DrawInfo info{
      .name = "rounded-double",
      .truth = "round(u * (bound-1)) with u in [0, 1): the first and the last value get half the chance",
      .origin = "Math.round(Math.random() * (n - 1)), a common slip",
  };

  static std::uint64_t value_of_word(std::uint64_t word, std::uint64_t max_word, std::uint64_t bound) {
    const double scaled = detail::unit_interval(word, max_word) * static_cast<double>(bound - 1);
    return static_cast<std::uint64_t>(std::floor(scaled + 0.5));
  }
};

}  // namespace fairshuffle
