// The word as a fraction of its range, times the bound, without rejection.
#pragma once

#include <cstdint>

#include "core/draw/method.hpp"

namespace fairshuffle {

struct MultiplyShiftDraw {
  static constexpr DrawInfo info{
      .name = "multiply-shift",
      .truth = "word * bound / words, no rejection: as uneven as modulo, but spread over all values",
      .origin = "Lemire 2019, section 3, the biased multiply-shift; Knuth, TAOCP 2, 3.4.1",
  };

  template <WordSource S>
  static std::uint64_t below(S& source, std::uint64_t bound) {
    return value_of_word(source.next_word(), source.max_word(), bound);
  }

  static DrawLaw law(const SourceEntry&, std::uint64_t max_word, std::uint64_t bound) {
    return detail::monotone_law(max_word, bound,
                                [&](std::uint64_t word) { return value_of_word(word, max_word, bound); });
  }

 private:
  static std::uint64_t value_of_word(std::uint64_t word, std::uint64_t max_word, std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{word} * bound;
    const Wide words = Wide{max_word} + 1;
    if (max_word == ~std::uint64_t{0}) return static_cast<std::uint64_t>(product >> 64);
    return static_cast<std::uint64_t>(product / words);
  }
};

}  // namespace fairshuffle
