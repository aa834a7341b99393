#include "harness/target/plugin/load.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/order/order.hpp"
#include "harness/target/rows/row_text.hpp"

namespace fairshuffle {

namespace {

using Kind = PluginFaultKind;

// Where the members that version 1 began with end.
constexpr std::size_t first_plugin_size = offsetof(fairshuffle_plugin, shuffles) + sizeof(void*);
constexpr std::size_t first_shuffle_size = offsetof(fairshuffle_plugin_shuffle, shuffle) + sizeof(void*);
// More than any later header will need: beyond lies what was never meant as a size or a count.
constexpr std::uint32_t largest_struct_size = 4096;
constexpr std::uint32_t most_shuffles = 1000;
constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_description = 200;

const std::string& name_of_loaded(const LoadedShuffle& shuffle) {
  return shuffle.info.name;
}

std::string name_of(const std::string& path, const char* name, std::uint32_t index) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
  const std::size_t length = name == nullptr ? 0 : strnlen(name, longest_name + 1);
  if (length == 0 || length > longest_name ||
      std::string_view(name, length).find_first_not_of(allowed) != std::string_view::npos) {
    throw PluginFault(
        Kind::not_understood,
        fmt::format("plug-in '{}' gives its shuffle number {} a name that isn't 1 to {} letters, "
                    "digits and characters of '-_.+'",
                    path, index + 1, longest_name));
  }
  return {name, length};
}

// One line, whatever it was: that is how a host tells it.
std::string description_of(const char* text) {
  if (text == nullptr) return "";
  return row_text({text, strnlen(text, longest_description + 1)}, longest_description);
}

// What a plug-in without a limit of its own may rely on: it was the largest deck when the interface was made.
constexpr int largest_unstated_deck = 64;

// Null where the plug-in has none, or was built before there were any.
fairshuffle_plugin_wide_function* wide_shuffle_of(const fairshuffle_plugin& plugin, std::uint32_t index) {
  constexpr std::size_t size_with_wide = offsetof(fairshuffle_plugin, wide_shuffles) + sizeof(void*);
  if (plugin.plugin_size < size_with_wide || plugin.wide_shuffles == nullptr) return nullptr;
  return plugin.wide_shuffles[index];
}

LoadedShuffle checked(const std::string& path, const fairshuffle_plugin_shuffle& entry,
                      fairshuffle_plugin_wide_function* wide, std::uint32_t index) {
  const auto limit = [](std::uint32_t stated, int standard) {
    return stated == 0 ? standard : static_cast<int>(std::min<std::uint32_t>(stated, largest_deck_size + 1));
  };
  const int largest_that_fits = wide != nullptr ? largest_deck_size : largest_byte_deck;
  LoadedShuffle shuffle{
      .info = {.name = name_of(path, entry.name, index),
               .description = description_of(entry.description),
               .smallest_deck = limit(entry.smallest_deck, 1),
               .largest_deck = std::min(limit(entry.largest_deck, largest_unstated_deck), largest_that_fits)},
      .shuffle = entry.shuffle,
      .shuffle_wide = wide};
  if (shuffle.shuffle == nullptr) {
    throw PluginFault(Kind::not_understood, fmt::format("plug-in '{}' has no function for its shuffle '{}'",
                                                        path, shuffle.info.name));
  }
  if (shuffle.info.smallest_deck > shuffle.info.largest_deck) {
    throw PluginFault(
        Kind::not_understood,
        fmt::format("plug-in '{}' has a shuffle '{}' for decks of {} to {} cards, and there are "
                    "none such from 1 to {}",
                    path, shuffle.info.name, entry.smallest_deck, entry.largest_deck, largest_that_fits));
  }
  return shuffle;
}

}  // namespace

std::vector<LoadedShuffle> read_description(const std::string& path, const fairshuffle_plugin* plugin) {
  const auto not_understood = [&path](const std::string& problem) {
    return PluginFault(Kind::not_understood, fmt::format("plug-in '{}' {}", path, problem));
  };
  if (plugin == nullptr) throw not_understood("describes nothing: fairshuffle_plugin_describe returned null");
  // Of another version nothing but this member can be read.
  if (plugin->version != FAIRSHUFFLE_PLUGIN_VERSION) {
    throw not_understood(
        fmt::format("is for version {} of the plug-in interface, and this program takes version {}; build it "
                    "with the fairshuffle_plugin.h of this program",
                    plugin->version, FAIRSHUFFLE_PLUGIN_VERSION));
  }
  if (plugin->plugin_size < first_plugin_size || plugin->plugin_size > largest_struct_size ||
      plugin->shuffle_size < first_shuffle_size || plugin->shuffle_size > largest_struct_size ||
      plugin->shuffle_size % alignof(fairshuffle_plugin_shuffle) != 0) {
    throw not_understood(fmt::format(
        "states sizes of {} and {} bytes for its structs, which can't be; fill fairshuffle_plugin "
        "by FAIRSHUFFLE_PLUGIN",
        plugin->plugin_size, plugin->shuffle_size));
  }
  if (plugin->shuffle_count == 0 || plugin->shuffle_count > most_shuffles || plugin->shuffles == nullptr) {
    throw not_understood(
        fmt::format("states {} shuffles; it takes 1 to {}", plugin->shuffle_count, most_shuffles));
  }
  std::vector<LoadedShuffle> shuffles;
  const auto* bytes = reinterpret_cast<const std::byte*>(plugin->shuffles);
  for (std::uint32_t index = 0; index < plugin->shuffle_count; ++index) {
    // What an older header did not have yet is 0, and what a newer one has beyond ours is left alone.
    fairshuffle_plugin_shuffle entry{};
    std::memcpy(&entry, bytes + std::size_t{index} * plugin->shuffle_size,
                std::min<std::size_t>(plugin->shuffle_size, sizeof entry));
    LoadedShuffle shuffle = checked(path, entry, wide_shuffle_of(*plugin, index), index);
    if (std::ranges::find(shuffles, shuffle.info.name, name_of_loaded) != shuffles.end()) {
      throw not_understood(fmt::format("has two shuffles named '{}'", shuffle.info.name));
    }
    shuffles.push_back(std::move(shuffle));
  }
  return shuffles;
}

std::vector<LoadedShuffle> load_plugin(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw PluginFault(Kind::cannot_be_loaded, fmt::format("plug-in '{}': there is no such file", path));
  }
  // A name without a folder would be looked for among the system's libraries.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw PluginFault(Kind::cannot_be_loaded,
                      fmt::format("plug-in '{}' can't be loaded as a shared library: {}", path, dlerror()));
  }
  void* symbol = dlsym(library, "fairshuffle_plugin_describe");
  if (symbol == nullptr) {
    throw PluginFault(Kind::no_such_symbol,
                      fmt::format("plug-in '{}' doesn't export the function fairshuffle_plugin_describe; see "
                                  "fairshuffle_plugin.h",
                                  path));
  }
  const auto describe = reinterpret_cast<decltype(&fairshuffle_plugin_describe)>(symbol);
  return read_description(path, describe());
}

const LoadedShuffle& shuffle_for(const std::string& path, const std::vector<LoadedShuffle>& shuffles,
                                 std::string_view name, int deck_size) {
  const auto found = std::ranges::find(shuffles, name, name_of_loaded);
  if (found == shuffles.end()) {
    std::vector<PluginShuffle> known;
    for (const LoadedShuffle& each : shuffles) known.push_back(each.info);
    throw PluginFault(Kind::unknown_shuffle, no_such_shuffle(path, known, name));
  }
  if (std::string reason = why_no_such_deck(path, found->info, deck_size); !reason.empty()) {
    throw PluginFault(Kind::deck_out_of_range, reason);
  }
  return *found;
}

}  // namespace fairshuffle
