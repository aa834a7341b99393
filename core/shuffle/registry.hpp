// Shuffles and presets by name, and the reading of a shuffle's options.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/shuffle/info.hpp"

namespace fairshuffle {

/// All shuffles, in the order of the catalogue.
std::span<const ShuffleInfo> all_shuffles();

/// The shuffle of that name, or null.
const ShuffleInfo* find_shuffle(std::string_view name);

/// A name that stands for a whole target: a shuffle with settings as they are typed.
struct Preset {
  std::string_view name;
  std::string_view sentence;
  std::string_view origin;
  Truth truth;
  std::string_view shuffle;
  std::string_view settings;  ///< key=value,...: options, source, draw, seeding
};

std::span<const Preset> all_presets();
const Preset* find_preset(std::string_view name);

/// The value when the option is not given.
std::int64_t standard_value(const OptionInfo& option, int deck_size);

/// Whether the option has a part in what the shuffle does, and is not the standard that goes without saying.
bool is_told(const ShuffleInfo& shuffle, OptionValues values, std::size_t option);

/// The value of an option as written, a whole number or a word of its choices; nothing when it is neither or
/// out of range.
std::optional<std::int64_t> option_value(const OptionInfo& option, std::string_view text);

/// The value as it is written: the inverse of option_value.
std::string option_text(const OptionInfo& option, std::int64_t value);

/// What may be written, in words: "a whole number from 1 to 32", "insertion, merge or quick".
std::string option_range(const OptionInfo& option);

}  // namespace fairshuffle
