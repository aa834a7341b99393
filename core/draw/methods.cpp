#include "core/draw/methods.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace fairshuffle {

namespace {

// Value v is given by the words v, v + bound, ...: one more than (max_word - v) / bound, if any.
std::vector<std::uint64_t> words_by_remainder(std::uint64_t max_word, std::uint64_t bound) {
  std::vector<std::uint64_t> words;
  for (std::uint64_t value = 0; value < bound; ++value) {
    words.push_back(value > max_word ? 0 : (max_word - value) / bound + 1);
  }
  return words;
}

// Of a value that never falls as the word grows: the first word of each value is found by bisection on the
// very function that draws, so its rounding is counted too.
template <class ValueOfWord>
std::vector<std::uint64_t> words_by_stretch(std::uint64_t max_word, std::uint64_t bound,
                                            ValueOfWord value_of_word) {
  std::vector<std::uint64_t> words;
  std::uint64_t first = 0;  // first word whose value is at least the current one
  bool none_left = false;   // no word gives the current value or a larger one
  for (std::uint64_t value = 0; value < bound; ++value) {
    std::uint64_t low = first, high = max_word;
    const bool higher_exists = !none_left && value_of_word(max_word) > value;
    if (higher_exists) {
      while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (value_of_word(middle) > value) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
    }
    // With two values or more the last word gives a value above 0, so no count reaches 2^64.
    words.push_back(none_left ? 0 : higher_exists ? low - first : max_word - first + 1);
    first = low;
    none_left = !higher_exists;
  }
  return words;
}

template <class Method>
constexpr DrawEntry entry() {
  DrawEntry made{.info = Method::info,
                 .below = [](AnySource& source, std::uint64_t bound) { return Method::below(source, bound); },
                 .own_use = Method::use,
                 .value_of_word = nullptr};
  if constexpr (Method::use == WordUse::rising) made.value_of_word = &Method::value_of_word;
  return made;
}

// The one table of draw methods.
constexpr std::array draws{
    entry<ExactDraw>(),        entry<ModuloDraw>(),        entry<MultiplyShiftDraw>(),
    entry<ScaledDoubleDraw>(), entry<RoundedDoubleDraw>(), entry<NativeDraw>(),
};

}  // namespace

WordUse DrawEntry::word_use(const SourceEntry& source) const {
  if (own_use != WordUse::none) return own_use;
  if (source.native_use != WordUse::none) return source.native_use;
  throw std::invalid_argument("native draw: source " + std::string(source.info.name) + " has none");
}

DrawDistribution DrawEntry::distribution(const SourceEntry& source, std::uint64_t max_word,
                                         std::uint64_t bound) const {
  if (bound < 1 || bound > largest_tabulated_bound) {
    throw std::invalid_argument("draw distribution: bound must be in 1..10000000, was " +
                                std::to_string(bound));
  }
  const WordUse use = word_use(source);
  if (use == WordUse::several || bound == 1) return {.uniform = true, .max_word = max_word, .words = {}};
  return {.uniform = false,
          .max_word = max_word,
          .words = use == WordUse::remainder ? words_by_remainder(max_word, bound)
                                             : words_by_stretch(max_word, bound, [&](std::uint64_t word) {
                                                 return of_word(source, word, max_word, bound);
                                               })};
}

std::uint64_t DrawEntry::of_word(const SourceEntry& source, std::uint64_t word, std::uint64_t max_word,
                                 std::uint64_t bound) const {
  if (value_of_word != nullptr) return value_of_word(word, max_word, bound);
  const WordUse use = word_use(source);
  if (use == WordUse::rising) return source.native_of_word(word, bound);
  if (use == WordUse::remainder) return word % bound;
  throw std::logic_error(std::string(info.name) + " draw: one word does not make a value");
}

std::span<const DrawEntry> all_draws() {
  return draws;
}

const DrawEntry* find_draw(std::string_view name) {
  const auto found = std::ranges::find(draws, name, [](const DrawEntry& draw) { return draw.info.name; });
  return found == draws.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
