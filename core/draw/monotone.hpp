// Draws of one word each, whose value never falls as the word grows.
#pragma once

#include <cstdint>

#include "core/draw/method.hpp"

namespace fairshuffle {

/// What such draw methods share. `Method` has `value_of_word(word, max_word, bound)`, in 0..bound-1.
template <class Method>
struct MonotoneDraw {
  template <WordSource S>
  static std::uint64_t below(S& source, std::uint64_t bound) {
    return Method::value_of_word(source.next_word(), source.max_word(), bound);
  }

  static DrawLaw law(const SourceEntry&, std::uint64_t max_word, std::uint64_t bound) {
    return detail::monotone_law(
        max_word, bound, [&](std::uint64_t word) { return Method::value_of_word(word, max_word, bound); });
  }

  static WordUse word_use(const SourceEntry&) { return WordUse::rising; }
  static std::uint64_t of_word(const SourceEntry&, std::uint64_t word, std::uint64_t max_word,
                               std::uint64_t bound) {
    return Method::value_of_word(word, max_word, bound);
  }
};

}  // namespace fairshuffle
