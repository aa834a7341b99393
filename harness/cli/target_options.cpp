#include "harness/cli/target_options.hpp"

#include <string>

#include <fmt/format.h>

#include "harness/target/kinds.hpp"

namespace fairshuffle {

void add_target_options(CLI::App& command, TypedTargets& typed) {
  const char* group = "Any shuffle";
  for (const TargetKind* kind : all_target_kinds()) {
    if (kind->written != TargetKind::Written::behind_kind) continue;
    const TargetNaming& naming = kind->naming;
    const std::string option = fmt::format("--{}", naming.member);
    const std::string meaning(naming.meaning);
    if (naming.placeholder.empty()) {
      command.add_flag(option, typed.flagged[kind->name], meaning)->group(group);
    } else {
      command.add_option(option, typed.named[kind->name], meaning)
          ->option_text(std::string(naming.placeholder))
          ->allow_extra_args(false)
          ->group(group);
    }
  }
  for (const TargetSetting* setting : all_target_settings()) {
    if (!setting->is_option) continue;
    std::optional<std::string>& value = typed.settings[setting->name];
    if (setting->placeholder.empty()) {
      command
          .add_flag_callback(
              fmt::format("--{}", setting->name), [&value] { value = "true"; }, std::string(setting->meaning))
          ->group(group);
      continue;
    }
    command.add_option(fmt::format("--{}", setting->name), value, std::string(setting->meaning))
        ->option_text(std::string(setting->placeholder))
        ->group(group);
  }
}

}  // namespace fairshuffle
