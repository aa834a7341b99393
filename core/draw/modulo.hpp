// The remainder of a word: the small values get one word more.
#pragma once

#include <cstdint>

#include "core/draw/method.hpp"

namespace fairshuffle {

struct ModuloDraw {
  static constexpr DrawInfo info{
      .name = "modulo",
      .truth = "word % bound: the small values get one word more than the others, and low bits decide",
      .origin = "rand() % n, as in most textbooks and the articles",
  };

  template <WordSource S>
  static std::uint64_t below(S& source, std::uint64_t bound) {
    return source.next_word() % bound;
  }

  static DrawLaw law(const SourceEntry&, std::uint64_t max_word, std::uint64_t bound) {
    detail::check_tabulated_bound(bound);
    if (bound == 1) return {.uniform = true, .max_word = max_word, .words = {}};
    DrawLaw law{.uniform = false, .max_word = max_word, .words = {}};
    // Value v is given by the words v, v + bound, ...: one more than (max_word - v) / bound, if any.
    for (std::uint64_t value = 0; value < bound; ++value) {
      law.words.push_back(value > max_word ? 0 : (max_word - value) / bound + 1);
    }
    return law;
  }

  static WordUse word_use(const SourceEntry&) { return WordUse::remainder; }
  static std::uint64_t of_word(const SourceEntry&, std::uint64_t word, std::uint64_t, std::uint64_t bound) {
    return word % bound;
  }
};

}  // namespace fairshuffle
