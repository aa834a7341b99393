#include "harness/report/described_target.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/random/streams.hpp"
#include "harness/target/builtin.hpp"
#include "harness/target/plugin/plugin_settings.hpp"
#include "harness/target/recorded.hpp"
#include "harness/target/setting_reader.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

namespace {

DescribedTarget described_by(const Target& target) {
  return {.name = target.name(),
          .description = target.description(),
          .facts = target.facts(),
          .caveat = target.caveat()};
}

// A target from outside has no source that is known.
TargetDescription without_source(TargetDescription target) {
  target.source = target.draw = target.seeding = target.clock = "";
  target.bits = 0;
  target.shuffles_per_second = 0;
  return target;
}

// Its shuffles are known to the library only, which is not loaded to check a report.
class UnopenedPlugin final : public Target {
 public:
  UnopenedPlugin(const TargetText& text, const TargetRun& run) {
    SettingReader reader(text);
    PluginSettings settings = read_plugin_settings(reader, run.deck_size);
    name_ = settings.name();
    description_ = std::move(settings.description);
  }

  const std::string& name() const override { return name_; }
  const TargetDescription& description() const override { return description_; }
  std::uint64_t identity() const override { return hash_text(name_); }
  TargetFacts facts() const override { return {.follows_seed = true, .may_end = true}; }
  std::string caveat() const override { return ""; }
  std::unique_ptr<Sampler> make_sampler() const override {
    throw std::logic_error("a plug-in that was not opened gives no trials");
  }

 private:
  TargetDescription description_;
  std::string name_;
};

std::unique_ptr<Target> recorded(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  if (text.name == "stdin") {
    return std::make_unique<RecordedTarget>(reader, run.deck_size, TargetText{text.name, {}},
                                            "standard input", nullptr);
  }
  const std::optional<std::string> path = reader.take("path");
  if (!path) reader.fail("path= is missing; name the file of the recording");
  return std::make_unique<RecordedTarget>(reader, run.deck_size, TargetText{text.name, {{"path", *path}}},
                                          *path, nullptr);
}

}  // namespace

std::unique_ptr<Target> make_unopened_target(const TargetText& text, const TargetRun& run) {
  if (text.name == "log" || text.name == "stdin") return recorded(text, run);
  if (text.name == "plugin") return std::make_unique<UnopenedPlugin>(text, run);
  return make_target(text, run);  // these are opened by their samplers only
}

DescribedTarget described_target(const TargetRecord& record, std::uint64_t run_seed) {
  const TargetDescription& target = record.target;
  if (target.kind == "builtin") {
    return described_by(BuiltinTarget(parse_target_text(record.name), target.deck_size, run_seed));
  }
  if (target.kind == "callback") {
    TargetDescription description = without_source(target);
    description.options.clear();
    return {.name = fmt::format("callback:shuffle={},n={}", target.shuffle, target.deck_size),
            .description = std::move(description),
            .facts = {.in_sequence = true, .may_end = true},
            .caveat = ""};
  }
  TargetText text{.name = target.kind, .settings = target.options};
  if (target.kind == "exec") text.settings.emplace_back("command", target.shuffle);
  if (target.kind == "log" || target.kind == "plugin") text.settings.emplace_back("path", target.shuffle);
  text.settings.emplace_back("n", std::to_string(target.deck_size));
  add_last_settings(target, text);
  DescribedTarget described = described_by(*make_unopened_target(text, {}));
  if (target.kind == "plugin") described.caveat.reset();
  return described;
}

}  // namespace fairshuffle
