// The exact law of one bounded draw: how many of the source's words give each value.
#pragma once

#include <cstdint>
#include <vector>

namespace fairshuffle {

/// The law of a draw from 0..bound-1 made of words uniform on 0..max_word.
struct DrawLaw {
  bool uniform = false;  ///< every value has probability 1/bound exactly; `words` is then empty
  std::uint64_t max_word = 0;
  std::vector<std::uint64_t> words;  ///< words[value]: how many words give it; they sum to max_word + 1
};

/// The largest bound that a law is tabulated for.
inline constexpr std::uint64_t largest_tabulated_bound = 10'000'000;

namespace detail {

/// Throws std::invalid_argument unless 1 <= bound <= largest_tabulated_bound.
void check_tabulated_bound(std::uint64_t bound);

/// The law of a draw whose value never falls as the word grows: the first word of each value is found by
/// bisection on the very function that draws, so its rounding is counted too.
template <class ValueOfWord>
DrawLaw monotone_law(std::uint64_t max_word, std::uint64_t bound, ValueOfWord value_of_word) {
  check_tabulated_bound(bound);
  if (bound == 1) return {.uniform = true, .max_word = max_word, .words = {}};
  DrawLaw law{.uniform = false, .max_word = max_word, .words = {}};
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
    law.words.push_back(none_left ? 0 : higher_exists ? low - first : max_word - first + 1);
    first = low;
    none_left = !higher_exists;
  }
  return law;
}

}  // namespace detail
}  // namespace fairshuffle
