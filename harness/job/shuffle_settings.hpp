// Settings of shuffles that are typed as options of a command: --k 6 beside swap-pairs.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/target/spec.hpp"

namespace fairshuffle {

/// By name; nothing for what was not given.
using ShuffleSettings = std::map<std::string, std::optional<std::string>>;

/// Of every shuffle's own options and of the settings that all shuffles take, but for the deck size.
std::set<std::string> names_of_shuffle_settings();

/// The targets with the settings behind their own. One of a shuffle's own options goes to those that have it,
/// if any does. Throws InputError where a target has the setting already.
std::vector<TargetText> with_settings(std::vector<TargetText> texts, const ShuffleSettings& settings);

/// The options as they are typed in a shell, each with a blank before it.
std::string command_line_of(const ShuffleSettings& settings);

}  // namespace fairshuffle
