// Targets that are not named by a shuffle, as options name them: --exec COMMAND --format u8.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/target/spec.hpp"

namespace fairshuffle {

/// As typed; nothing for what was not given.
struct TypedTargets {
  std::map<std::string_view, std::vector<std::string>> named;       ///< by the kind's name: a value each
  std::map<std::string_view, bool> flagged;                         ///< likewise, of kinds without values
  std::map<std::string_view, std::optional<std::string>> settings;  ///< by name; of all targets named
};

/// A text for each target named, in the order of their kinds. Throws InputError when a setting was given and
/// no target was named.
std::vector<TargetText> texts_of(const TypedTargets& typed);

/// The options as they are typed in a shell, each with a blank before it.
std::string command_line_of(const TypedTargets& typed);

}  // namespace fairshuffle
