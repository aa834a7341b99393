#include "harness/job/shuffle_settings.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/shuffle/registry.hpp"
#include "harness/input_error.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/shared_settings.hpp"
#include "harness/target/shell_text.hpp"

namespace fairshuffle {

namespace {

bool takes_setting(std::string_view target, std::string_view setting) {
  const Preset* preset = find_preset(target);
  const ShuffleInfo* shuffle = find_shuffle(preset == nullptr ? target : std::string_view(preset->shuffle));
  if (shuffle == nullptr) return true;
  if (std::ranges::find(shuffle->options, setting, &OptionInfo::name) != shuffle->options.end()) return true;
  return std::ranges::any_of(all_target_settings(),
                             [setting](const TargetSetting* each) { return each->name == setting; });
}

}  // namespace

std::set<std::string> names_of_shuffle_settings() {
  std::set<std::string> names;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (const OptionInfo& option : shuffle.options) names.emplace(option.name);
  }
  for (const TargetSetting* setting : all_target_settings()) {
    const bool is_of_run = setting->name == "n",
               is_of_all = std::ranges::find(last_settings, setting) != last_settings.end();
    if ((!setting->is_option || is_of_all) && !is_of_run) names.emplace(setting->name);
  }
  return names;
}

std::vector<TargetText> with_settings(std::vector<TargetText> texts, const ShuffleSettings& settings) {
  std::vector<std::string> typed;
  for (const TargetText& text : texts) typed.push_back(written(text));
  for (const auto& [name, value] : settings) {
    if (!value) continue;
    const auto takes = [&name = name](const TargetText& text) { return takes_setting(text.name, name); };
    // Where none of them takes it, each is left to refuse it.
    const bool some_take = std::ranges::any_of(texts, takes);
    for (std::size_t index = 0; index < texts.size(); ++index) {
      TargetText& text = texts[index];
      if (some_take && !takes(text)) continue;
      const bool is_there =
          std::ranges::any_of(text.settings, [&name = name](const auto& own) { return own.first == name; });
      if (is_there) {
        throw InputError(
            fmt::format("target '{}': '{}' is given twice, --{} {}", typed[index], name, name, *value));
      }
      text.settings.emplace_back(name, *value);
    }
  }
  return texts;
}

std::string command_line_of(const ShuffleSettings& settings) {
  std::string line;
  for (const auto& [name, value] : settings) {
    if (value) line += fmt::format(" --{} {}", name, shell_typed(*value));
  }
  return line;
}

}  // namespace fairshuffle
