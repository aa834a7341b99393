// What a target's settings say of a plug-in, before the library is asked for anything.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/target/setting_reader.hpp"

namespace fairshuffle {

inline constexpr std::string_view plugin_kind_name = "plugin";
inline constexpr TargetFacts plugin_facts{.follows_seed = true, .may_end = true};

struct PluginSettings {
  std::string path;
  std::optional<std::string> shuffle;             ///< may be left out where the library has one only
  int timeout = SettingReader::standard_timeout;  ///< seconds of silence
  TargetDescription description;                  ///< without its options

  /// The target's name in full. To be called when `shuffle` is known, if it ever is: adds the options to
  /// `description`.
  std::string name();
};

/// Takes every setting. Throws InputError for one that is missing, wrong or unknown.
PluginSettings read_plugin_settings(SettingReader& reader, int standard_deck_size);

}  // namespace fairshuffle
