#include "harness/job/typed_targets.hpp"

#include <fmt/format.h>

#include "harness/input_error.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/shell_text.hpp"

namespace fairshuffle {

namespace {

// What was given under that name, or an empty one.
template <class Value>
const Value& given(const std::map<std::string_view, Value>& values, std::string_view name) {
  static const Value nothing{};
  const auto found = values.find(name);
  return found == values.end() ? nothing : found->second;
}

}  // namespace

std::vector<TargetText> texts_of(const TypedTargets& typed) {
  std::vector<TargetText> texts;
  for (const TargetKind* kind : all_target_kinds()) {
    const TargetNaming& naming = kind->naming;
    for (const std::string& value : given(typed.named, kind->name)) {
      if (value.empty()) {
        throw InputError(fmt::format("--{}: expected {}, found ''", naming.member, naming.placeholder));
      }
      texts.push_back({.name = std::string(kind->name), .settings = {{std::string(naming.setting), value}}});
    }
    if (given(typed.flagged, kind->name)) texts.push_back({.name = std::string(kind->name), .settings = {}});
  }
  for (const TargetSetting* setting : all_target_settings()) {
    const std::optional<std::string>& value = given(typed.settings, setting->name);
    if (!value) continue;
    if (texts.empty()) {
      throw InputError(fmt::format("--{} tells how a target's orders are written; name one with {}",
                                   setting->name, naming_members("--", "", " or ")));
    }
    for (TargetText& text : texts) text.settings.emplace_back(setting->name, *value);
  }
  return texts;
}

std::string command_line_of(const TypedTargets& typed) {
  std::string line;
  for (const TargetKind* kind : all_target_kinds()) {
    for (const std::string& value : given(typed.named, kind->name)) {
      line += fmt::format(" --{} {}", kind->naming.member, shell_typed(value));
    }
    if (given(typed.flagged, kind->name)) line += fmt::format(" --{}", kind->naming.member);
  }
  for (const TargetSetting* setting : all_target_settings()) {
    const std::optional<std::string>& value = given(typed.settings, setting->name);
    if (!value) continue;
    line += fmt::format(" --{}", setting->name);
    if (!setting->placeholder.empty()) line += fmt::format(" {}", shell_typed(*value));
  }
  return line;
}

}  // namespace fairshuffle
