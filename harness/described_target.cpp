#include "harness/described_target.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/input_error.hpp"
#include "harness/target/builtin.hpp"
#include "harness/target/child/exec_target.hpp"
#include "harness/target/recorded.hpp"
#include "harness/target/setting_reader.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

namespace {

DescribedTarget described_by(const Target& target) {
  return {.name = target.name(), .description = target.description(), .caveat = target.caveat()};
}

// Every setting of the description, as it could have been typed; `place` is what names the target.
TargetText text_of(const TargetDescription& target, std::vector<SettingReader::Setting> place) {
  TargetText text{.name = target.kind, .settings = std::move(place)};
  text.settings.insert(text.settings.end(), target.options.begin(), target.options.end());
  text.settings.emplace_back("n", std::to_string(target.deck_size));
  add_last_settings(target, text);
  return text;
}

DescribedTarget recorded(const TargetDescription& target, std::vector<SettingReader::Setting> place,
                         std::string shown_place) {
  SettingReader reader(text_of(target, {}));
  return described_by(RecordedTarget(reader, target.deck_size, {target.kind, std::move(place)},
                                     std::move(shown_place), nullptr));
}

// What no description of a target from outside has.
TargetDescription without_source(TargetDescription target) {
  target.source = target.draw = target.seeding = target.clock = "";
  target.bits = 0;
  target.shuffles_per_second = 0;
  return target;
}

// Its shuffles are known to the library only, which is not loaded to check a report.
DescribedTarget plugin(const TargetDescription& target) {
  TargetText name{.name = "plugin", .settings = {{"path", target.shuffle}}};
  const auto add = [&](std::string_view option, bool is_before_deck_size, std::string_view standard) {
    for (const auto& [key, value] : target.options) {
      if (key == option && value != standard) name.settings.emplace_back(key, value);
    }
    if (is_before_deck_size) name.settings.emplace_back("n", std::to_string(target.deck_size));
  };
  add("shuffle", true, "");
  add("timeout", false, std::to_string(SettingReader::standard_timeout));
  add_last_settings(target, name);
  return {.name = written(name), .description = without_source(target), .caveat = std::nullopt};
}

}  // namespace

DescribedTarget described_target(const TargetRecord& record, std::uint64_t run_seed) {
  const TargetDescription& target = record.target;
  if (target.kind == "builtin") {
    return described_by(BuiltinTarget(parse_target_text(record.name), target.deck_size, run_seed));
  }
  if (target.kind == "exec") {
    return described_by(ExecTarget(text_of(target, {{"command", target.shuffle}}), {}));
  }
  if (target.kind == "log") return recorded(target, {{"path", target.shuffle}}, target.shuffle);
  if (target.kind == "stdin") return recorded(target, {}, "standard input");
  if (target.kind == "plugin") return plugin(target);
  if (target.kind != "callback") throw InputError(fmt::format("'{}' is no kind of target", target.kind));
  TargetDescription description = without_source(target);
  description.options.clear();
  return {.name = fmt::format("callback:shuffle={},n={}", target.shuffle, target.deck_size),
          .description = std::move(description),
          .caveat = ""};
}

}  // namespace fairshuffle
