// Settings of shuffles that are typed as options of a command: --k 6 beside swap-pairs.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "harness/target/spec.hpp"

namespace fairshuffle {

/// By name; nothing for what was not given.
using ShuffleSettings = std::map<std::string, std::optional<std::string>>;

/// Of every shuffle's own options and of the settings that all shuffles take behind their colon only.
std::set<std::string> names_of_shuffle_settings();

/// The target with the settings behind its own. Throws InputError where it has one of them already.
TargetText with_settings(TargetText text, const ShuffleSettings& settings);

/// The options as they are typed in a shell, each with a blank before it.
std::string command_line_of(const ShuffleSettings& settings);

}  // namespace fairshuffle
