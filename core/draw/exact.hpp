// The exact draw: every value has the same number of words, the rest are drawn again.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "core/draw/method.hpp"
#include "core/order/wide.hpp"

namespace fairshuffle {

struct ExactDraw {
  static constexpr DrawInfo info{
      .name = "exact",
      .truth = "multiply, and draw again the few words that would favour a value: exactly uniform",
      .origin = "Lemire 2019, Fast Random Integer Generation in an Interval, ACM TOMACS 29(1)",
  };

  template <WordSource S>
  static std::uint64_t below(S& source, std::uint64_t bound) {
    if (source.max_word() == ~std::uint64_t{0}) {
      Wide product = Wide{source.next_word()} * bound;
      // The threshold 2^64 mod bound is below bound, so the division is needed once in 2^64 / bound draws.
      if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {
        const std::uint64_t threshold = -bound % bound;
        while (static_cast<std::uint64_t>(product) < threshold) product = Wide{source.next_word()} * bound;
      }
      return static_cast<std::uint64_t>(product >> 64);
    }
    return below_few_words(source, bound);
  }

  static DrawLaw law(const SourceEntry&, std::uint64_t max_word, std::uint64_t bound) {
    detail::check_tabulated_bound(bound);
    return {.uniform = true, .max_word = max_word, .words = {}};
  }

  static WordUse word_use(const SourceEntry&) { return WordUse::several; }
  static std::uint64_t of_word(const SourceEntry&, std::uint64_t, std::uint64_t, std::uint64_t) {
    throw std::logic_error("exact draw: one word does not make a value");
  }

 private:
  // The same for R words, R any number: the x in 0..R-1 with x * bound / R = value and a remainder of at
  // least R mod bound are exactly floor(R / bound), whatever the value. Fewer words than values: words are
  // chained as digits of base R. With bound <= 2^32 the chained R is below 2^64 and no product leaves 128
  // bits.
  template <WordSource S>
  static std::uint64_t below_few_words(S& source, std::uint64_t bound) {
    const Wide words = Wide{source.max_word()} + 1;
    while (true) {
      Wide word = source.next_word();
      Wide range = words;
      while (range < bound) {
        word = word * words + source.next_word();
        range *= words;
      }
      const Wide product = word * bound;
      if (product % range >= range % bound) return static_cast<std::uint64_t>(product / range);
    }
  }
};

}  // namespace fairshuffle
