#include "harness/target/plugin/plugin_target.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/random/streams.hpp"
#include "harness/input_error.hpp"
#include "harness/target/rows/row_sampler.hpp"
#include "harness/target/setting_reader.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

constexpr int standard_timeout = 10;
constexpr int longest_timeout = 86'400;

/// The shuffle that is meant: the one named, or the only one.
const PluginShuffle& chosen(const SettingReader& reader, const std::string& path,
                            const std::vector<PluginShuffle>& shuffles,
                            const std::optional<std::string>& name) {
  if (!name && shuffles.size() == 1) return shuffles.front();
  if (!name) {
    std::vector<std::string_view> names;
    for (const PluginShuffle& shuffle : shuffles) names.push_back(shuffle.name);
    reader.fail(fmt::format("plug-in '{}' has several shuffles; say which by shuffle=: {}", path,
                            fmt::join(names, ", ")));
  }
  const auto found = std::ranges::find(shuffles, *name, &PluginShuffle::name);
  if (found == shuffles.end()) reader.fail(no_such_shuffle(path, shuffles, *name));
  return *found;
}

}  // namespace

PluginTarget::PluginTarget(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const std::optional<std::string> path = reader.take("path");
  if (!path) reader.fail("path= is missing: the shared library");
  std::optional<std::string> shuffle = reader.take("shuffle");
  description_.kind = "plugin";
  description_.shuffle = *path;
  description_.deck_size = reader.take_deck_size(run.deck_size);
  const int timeout = reader.take_number("timeout", 1, longest_timeout, standard_timeout);
  description_.reset = reader.take_reset();
  description_.marked = reader.take_marked(description_.deck_size);
  reader.finish();

  const std::chrono::seconds silence(timeout);
  try {
    const std::vector<PluginShuffle> shuffles = shuffles_of_plugin(*path, silence);
    const PluginShuffle& found = chosen(reader, *path, shuffles, shuffle);
    const std::string reason = why_no_such_deck(*path, found, description_.deck_size);
    if (!reason.empty()) reader.fail(reason);
    shuffle = found.name;
  } catch (const TargetError& error) {
    fault_ = error.what();
  }
  call_ = {.path = *path,
           .shuffle = shuffle.value_or(""),
           .deck_size = description_.deck_size,
           .silence = silence,
           .carried = description_.reset == "never"};
  if (shuffle) description_.options.emplace_back("shuffle", *shuffle);
  description_.options.emplace_back("timeout", std::to_string(timeout));

  TargetText canonical{.name = "plugin", .settings = {{"path", *path}}};
  if (shuffle) canonical.settings.emplace_back("shuffle", *shuffle);
  canonical.settings.emplace_back("n", std::to_string(description_.deck_size));
  if (timeout != standard_timeout) canonical.settings.emplace_back("timeout", std::to_string(timeout));
  if (description_.reset != "always") canonical.settings.emplace_back("reset", description_.reset);
  if (description_.marked != 0)
    canonical.settings.emplace_back("marked", std::to_string(description_.marked));
  name_ = written(canonical);
}

// How long one waits for a plug-in does not make it another.
std::uint64_t PluginTarget::identity() const {
  return hash_text(fmt::format("plugin {} shuffle={} n={} reset={}", call_.path, call_.shuffle,
                               call_.deck_size, description_.reset));
}

std::string PluginTarget::caveat() const {
  return "randomness that the plug-in does not take from its seeds";
}

std::unique_ptr<Sampler> PluginTarget::make_sampler() const {
  if (!fault_.empty()) throw TargetError(fault_);
  const RowFormat format{.kind = RowFormat::Kind::u8, .deck_size = call_.deck_size, .base = 0, .deck = {}};
  return std::make_unique<RowSampler>(RowManner{.format = format, .carried = call_.carried},
                                      blocks_of_plugin(call_));
}

std::unique_ptr<Target> make_plugin_target(const TargetText& text, const TargetRun& run) {
  return std::make_unique<PluginTarget>(text, run);
}

}  // namespace fairshuffle
