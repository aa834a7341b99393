// A plug-in loaded into this process: for the process of a plug-in host only, since it may crash or hang.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/target/plugin/include/fairshuffle/fairshuffle_plugin.h"
#include "harness/target/plugin/shuffle_list.hpp"

namespace fairshuffle {

/// What is wrong with a plug-in, and the host's exit status for it.
enum class PluginFaultKind {
  cannot_be_loaded = 10,    ///< missing, or no shared library
  no_such_symbol = 11,      ///< it does not export fairshuffle_plugin_describe
  not_understood = 12,      ///< another version, or a description that can't be
  unknown_shuffle = 13,     ///< it has no such shuffle
  deck_out_of_range = 14,   ///< its shuffle takes no such decks
  shuffle_failed = 15,      ///< a call returned an error code or threw an exception
  request_unreadable = 16,  ///< we were asked for something else than rows
};

/// `what()` is one sentence that names the plug-in.
class PluginFault : public std::runtime_error {
 public:
  PluginFault(PluginFaultKind kind, const std::string& sentence)
      : std::runtime_error(sentence), kind_(kind) {}
  PluginFaultKind kind() const { return kind_; }

 private:
  PluginFaultKind kind_;
};

/// One shuffle of a plug-in that is loaded, checked.
struct LoadedShuffle {
  PluginShuffle info;
  fairshuffle_plugin_function* shuffle = nullptr;            ///< never null
  fairshuffle_plugin_wide_function* shuffle_wide = nullptr;  ///< never null where it takes wide decks
};

/// Loads the shared library, which stays loaded, and checks all that it says of itself. A path without a
/// folder is a file of the working directory. Throws PluginFault: cannot_be_loaded, no_such_symbol,
/// not_understood.
std::vector<LoadedShuffle> load_plugin(const std::string& path);

/// The same for a description that is there already. Throws PluginFault: not_understood.
std::vector<LoadedShuffle> read_description(const std::string& path, const fairshuffle_plugin* plugin);

/// The shuffle of that name, which takes decks of that size. Throws PluginFault: unknown_shuffle,
/// deck_out_of_range.
const LoadedShuffle& shuffle_for(const std::string& path, const std::vector<LoadedShuffle>& shuffles,
                                 std::string_view name, int deck_size);

}  // namespace fairshuffle
