#include "harness/target/plugin/plugin_settings.hpp"

namespace fairshuffle {

PluginSettings read_plugin_settings(SettingReader& reader, int standard_deck_size) {
  PluginSettings settings;
  const std::optional<std::string> path = reader.take("path");
  if (!path) reader.fail("path= is missing: the shared library");
  settings.path = *path;
  settings.shuffle = reader.take("shuffle");
  TargetDescription& description = settings.description;
  description.kind = plugin_kind_name;
  description.shuffle = *path;
  description.deck_size = reader.take_deck_size(standard_deck_size);
  settings.timeout = reader.take_timeout();
  description.reset = reader.take_reset();
  description.marked = reader.take_marked(description.deck_size);
  reader.finish();
  return settings;
}

std::string PluginSettings::name() {
  TargetText name{.name = std::string(plugin_kind_name), .settings = {{"path", path}}};
  if (shuffle) {
    description.options.emplace_back("shuffle", *shuffle);
    name.settings.emplace_back("shuffle", *shuffle);
  }
  description.options.emplace_back("timeout", std::to_string(timeout));
  name.settings.emplace_back("n", std::to_string(description.deck_size));
  if (timeout != SettingReader::standard_timeout)
    name.settings.emplace_back("timeout", std::to_string(timeout));
  add_last_settings(description, name);
  return written(name);
}

}  // namespace fairshuffle
