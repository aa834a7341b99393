// The bounded draw that a source brings along: C# Next, Unity Range, Java nextInt.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/draw/method.hpp"
#include "core/draw/modulo.hpp"

namespace fairshuffle {

struct NativeDraw {
  static constexpr DrawInfo info{
      .name = "native",
      .truth = "the source's own bounded draw, where it has one",
      .origin = "C# Random.Next(lo, hi), Unity Random.Range(lo, hi), Java Random.nextInt(bound)",
  };

  static std::uint64_t below(AnySource& source, std::uint64_t bound) { return source.native_below(bound); }

  static DrawLaw law(const SourceEntry& source, std::uint64_t max_word, std::uint64_t bound) {
    detail::check_tabulated_bound(bound);
    switch (source.native_law) {
      case NativeLaw::uniform:
        return {.uniform = true, .max_word = max_word, .words = {}};
      case NativeLaw::modulo:
        return ModuloDraw::law(source, max_word, bound);
      case NativeLaw::monotone:
        return detail::monotone_law(max_word, bound,
                                    [&](std::uint64_t word) { return source.native_of_word(word, bound); });
      case NativeLaw::none:
        break;
    }
    throw std::invalid_argument("native draw: source " + std::string(source.info.name) + " has none");
  }

  static WordUse word_use(const SourceEntry& source) {
    switch (source.native_law) {
      case NativeLaw::modulo:
        return WordUse::remainder;
      case NativeLaw::monotone:
        return WordUse::rising;
      case NativeLaw::uniform:
      case NativeLaw::none:
        break;
    }
    return WordUse::several;
  }
  static std::uint64_t of_word(const SourceEntry& source, std::uint64_t word, std::uint64_t,
                               std::uint64_t bound) {
    return source.native_law == NativeLaw::modulo ? word % bound : source.native_of_word(word, bound);
  }
};

}  // namespace fairshuffle
