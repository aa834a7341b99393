// The kind of target "plugin": a shuffle of a shared library.
#include <array>
#include <chrono>

#include "harness/target/kind_table.hpp"
#include "harness/target/plugin/host.hpp"
#include "harness/target/plugin/plugin_settings.hpp"
#include "harness/target/plugin/plugin_target.hpp"
#include "harness/target/shared_settings.hpp"
#include "harness/target/unopened_target.hpp"

namespace fairshuffle {

namespace {

// The member "shuffle" of a job's target is described for the shuffles of the catalogue, too.
constexpr TargetSetting shuffle_setting{.name = "shuffle",
                                        .placeholder = "NAME",
                                        .meaning = "which shuffle of a plug-in that has several",
                                        .schema = R"json({
  "description": "beside \"plugin\" the name of one of the plug-in's shuffles",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json"};

constexpr std::array settings{&shuffle_setting, &timeout_setting};

std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  return std::make_unique<PluginTarget>(text, run);
}

// Names the shuffle only where the text does.
std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  PluginSettings plugin = read_plugin_settings(reader, run.deck_size);
  std::string name = plugin.name();
  return std::make_unique<UnopenedTarget>(std::move(name), std::move(plugin.description), plugin_facts);
}

std::vector<OfferedShuffle> offered(const std::string& path) {
  constexpr std::chrono::seconds longest_load(10);
  std::vector<OfferedShuffle> shuffles;
  for (const PluginShuffle& shuffle : shuffles_of_plugin(path, longest_load)) {
    shuffles.push_back({shuffle.name, shuffle.description, shuffle.smallest_deck, shuffle.largest_deck});
  }
  return shuffles;
}

}  // namespace

constinit const TargetKind plugin_kind{
    .name = plugin_kind_name,
    .naming = {.member = plugin_kind_name,
               .setting = "path",
               .placeholder = "FILE",
               .meaning = "a shared library with shuffles, see fairshuffle_plugin.h",
               .schema = R"json({
  "description": "the path of a shared library with shuffles",
  "type": "string",
  "minLength": 1,
  "maxLength": 4096
})json"},
    .settings = settings,
    .on_trust = "which shuffle it is, and what it says of itself",
    .make = &make,
    .make_unopened = &make_unopened,
    .offered = &offered,
    .host = &run_plugin_host};

}  // namespace fairshuffle
