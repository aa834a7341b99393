// The table of the kinds of targets, and what is asked of all of them. A new kind is one folder here and its
// name in the table, which CMakeLists.txt holds.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/target/kind.hpp"

namespace fairshuffle {

/// In the order of help texts, options and schemas.
std::span<const TargetKind* const> all_target_kinds();

/// The kind that reports call so, or null.
const TargetKind* find_target_kind(std::string_view name);

/// The kind whose targets are written by the names of shuffles.
const TargetKind& kind_of_shuffles();

/// Every setting of any kind once: the deck size, those of one kind after the other, and those which end
/// every target's name.
std::span<const TargetSetting* const> all_target_settings();

/// The setting that gives a target its deck size, of those that are given; null for none.
const TargetSetting* setting_of_deck_size(const std::function<bool(std::string_view name)>& is_given);

/// What names the targets of the kinds that stand before a colon, counted up: "--exec, --plugin or --log"
/// where the three are "--", "" and " or ".
std::string naming_members(std::string_view before, std::string_view after, std::string_view last);

/// The option that takes what a user has: "--exec" a command line. Empty where none does.
std::string option_for(TargetKind::Takes own);

/// The target that the text names, of whatever kind. Throws InputError.
std::unique_ptr<Target> make_target(const TargetText& text, const TargetRun& run);

/// As make_target, but for targets that are only asked for their words: nothing need exist.
std::unique_ptr<Target> make_unopened_target(const TargetText& text, const TargetRun& run);

}  // namespace fairshuffle
