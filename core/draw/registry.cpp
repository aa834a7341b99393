// The one table of draw methods.
#include <algorithm>
#include <array>

#include "core/draw/exact.hpp"
#include "core/draw/method.hpp"
#include "core/draw/modulo.hpp"
#include "core/draw/multiply_shift.hpp"
#include "core/draw/native.hpp"
#include "core/draw/rounded_double.hpp"
#include "core/draw/scaled_double.hpp"

namespace fairshuffle {

namespace {

template <class Method>
constexpr DrawEntry entry() {
  return {.info = Method::info,
          .below = [](AnySource& source, std::uint64_t bound) { return Method::below(source, bound); },
          .law = &Method::law,
          .word_use = &Method::word_use,
          .of_word = &Method::of_word};
}

constexpr std::array draws{
    entry<ExactDraw>(),        entry<ModuloDraw>(),        entry<MultiplyShiftDraw>(),
    entry<ScaledDoubleDraw>(), entry<RoundedDoubleDraw>(), entry<NativeDraw>(),
};

}  // namespace

std::span<const DrawEntry> all_draws() {
  return draws;
}

const DrawEntry* find_draw(std::string_view name) {
  const auto found = std::ranges::find(draws, name, [](const DrawEntry& draw) { return draw.info.name; });
  return found == draws.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
