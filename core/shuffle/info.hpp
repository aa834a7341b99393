// What the registry tells of a shuffle: its name, its options, its truth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

/// One option of a shuffle: a whole number in a range, or one of a few words.
struct OptionInfo {
  std::string_view name;
  std::string_view meaning;  ///< one line
  std::int64_t smallest = 0;
  std::int64_t largest = 0;
  std::int64_t standard = 0;                    ///< the value when none is given
  bool standard_is_deck_size = false;           ///< then `standard` is not used
  std::span<const std::string_view> choices{};  ///< for an option of words: value v means choices[v]
  /// Value v has the distribution of v rounds with value 1 in a row, so the distributions of all values are
  /// found one from the other. A diagnosis tries all of them, or those suspected; of other options it tries
  /// every word, or the standard value.
  bool counts_rounds = false;
  bool is_tacit = false;  ///< not told of where it has its standard value
  /// The option that has no part where this one is given: this one's standard value 0 says that it is not.
  std::string_view instead_of{};
  std::span<const std::int64_t> suspected{};  ///< values that a diagnosis tries, ascending
};

/// Whether every permutation is equally likely with ideal draws and the standard options.
enum class Truth { uniform, biased };

struct ShuffleInfo {
  std::string_view name;
  Truth truth;
  std::string_view sentence;  ///< the truth in one line
  std::string_view origin;    ///< publication, or where it is seen
  std::string_view cost;  ///< growth of draws, moves and extra memory, as core/interpret/trace.hpp reads it
  std::span<const OptionInfo> options{};
  int smallest_deck = 1;
  int largest_deck = largest_deck_size;
};

/// Some shuffles, one after the other. Each module ends with those that it has.
template <class... S>
struct ShuffleList {};

/// The values of a shuffle's options, in the order of its OptionInfo; the last ones may be left out where
/// they are standard.
using OptionValues = std::span<const std::int64_t>;

/// What shuffles without options are made of.
struct WithoutOptions {
  WithoutOptions(OptionValues) {}
};

constexpr std::int64_t value_or_standard(OptionValues values, std::size_t index,
                                         std::span<const OptionInfo> options) {
  return index < values.size() ? values[index] : options[index].standard;
}

}  // namespace fairshuffle
