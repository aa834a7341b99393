#include "harness/job/shuffle_settings.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/shuffle/registry.hpp"
#include "harness/input_error.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/shell_text.hpp"

namespace fairshuffle {

std::set<std::string> names_of_shuffle_settings() {
  std::set<std::string> names;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (const OptionInfo& option : shuffle.options) names.emplace(option.name);
  }
  for (const TargetSetting* setting : all_target_settings()) {
    const bool is_of_run = setting->name == "n";
    if (!setting->is_option && !is_of_run) names.emplace(setting->name);
  }
  return names;
}

TargetText with_settings(TargetText text, const ShuffleSettings& settings) {
  const std::string typed = written(text);
  for (const auto& [name, value] : settings) {
    if (!value) continue;
    const bool is_there =
        std::ranges::any_of(text.settings, [&name = name](const auto& own) { return own.first == name; });
    if (is_there)
      throw InputError(fmt::format("target '{}': '{}' is given twice, --{} {}", typed, name, name, *value));
    text.settings.emplace_back(name, *value);
  }
  return text;
}

std::string command_line_of(const ShuffleSettings& settings) {
  std::string line;
  for (const auto& [name, value] : settings) {
    if (value) line += fmt::format(" --{} {}", name, shell_typed(*value));
  }
  return line;
}

}  // namespace fairshuffle
