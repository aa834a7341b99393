#include "harness/target/plugin/plugin_target.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/random/streams.hpp"
#include "harness/input_error.hpp"
#include "harness/target/rows/row_sampler.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

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
  PluginSettings settings = read_plugin_settings(reader, run.deck_size);
  call_ = {.path = settings.path,
           .shuffle = settings.shuffle.value_or(""),
           .deck_size = settings.description.deck_size,
           .silence = std::chrono::seconds(settings.timeout),
           .carried = settings.description.reset == "never"};
  rows_ = {.format = {.kind = is_wide_deck(call_.deck_size) ? RowFormat::Kind::u16 : RowFormat::Kind::u8,
                      .deck_size = call_.deck_size,
                      .base = 0,
                      .deck = {}},
           .carried = call_.carried};
  const auto load_and_try = [&] {
    const std::vector<PluginShuffle> shuffles = shuffles_of_plugin(call_.path, call_.silence, run.is_to_end);
    const PluginShuffle& found = chosen(reader, call_.path, shuffles, settings.shuffle);
    settings.shuffle = call_.shuffle = found.name;
    if (const std::string reason = why_no_such_deck(call_.path, found, call_.deck_size); !reason.empty())
      reader.fail(reason);
    try_seeds(run.is_to_end);
  };
  try {
    try {
      load_and_try();
    } catch (const TargetDisturbed&) {
      load_and_try();
    }
  } catch (const TargetError& error) {
    fault_ = error.what();
    is_disturbed_ = dynamic_cast<const TargetDisturbed*>(&error) != nullptr;
  } catch (const RunEnds&) {
    fault_ = "The run was to end before the plug-in was loaded and tried.";
  }
  name_ = settings.name();
  description_ = std::move(settings.description);
}

void PluginTarget::try_seeds(const std::function<bool()>& is_to_end) {
  const SeedHabits habits = seed_habits(call_, is_to_end);
  if (!habits.seeds_matter) {
    throw TargetError(
        "The shuffle gives the same decks whatever its seed, so that trials would be counted again and again "
        "as if they were others; seed its generator with the seed of each call, or, if it has no chance at "
        "all, "
        "let it deal every deck alike.");
  }
  if (!habits.is_repeatable) {
    caveat_ =
        "randomness that the plug-in does not take from its seed: the same seed gave other decks, and this "
        "run can't be repeated";
  }
}

// How long one waits for a plug-in does not make it another.
std::uint64_t PluginTarget::identity() const {
  return hash_text(fmt::format("{} {} shuffle={} n={} reset={}", plugin_kind_name, call_.path, call_.shuffle,
                               call_.deck_size, description_.reset));
}

std::string PluginTarget::contents() const {
  std::ifstream file(call_.path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return to_string(boost::uuids::name_generator_sha1(boost::uuids::ns::oid())(bytes));
}

void PluginTarget::refuse_fault() const {
  if (is_disturbed_) throw TargetDisturbed(fault_);
  if (!fault_.empty()) throw TargetError(fault_);
}

std::unique_ptr<ByteSource> PluginTarget::open(std::uint64_t seed) const {
  refuse_fault();
  return blocks_of_plugin(call_)(seed);
}

std::unique_ptr<Sampler> PluginTarget::make_sampler() const {
  refuse_fault();
  return std::make_unique<RowSampler>(rows_, blocks_of_plugin(call_));
}

}  // namespace fairshuffle
