// A plug-in host as we see it from outside: the process in which a plug-in may crash, hang or exit.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/input_error.hpp"
#include "harness/target/child/child_process.hpp"
#include "harness/target/plugin/shuffle_list.hpp"
#include "harness/target/rows/byte_source.hpp"

namespace fairshuffle {

/// Asks a host what the plug-in offers; the plug-in has until `silence` to be loaded. Throws InputError where
/// there is no shared library, TargetError where it is one that doesn't work: of another version, one that
/// crashes, hangs or exits while it is loaded. As soon as is_to_end says so, it throws RunEnds.
std::vector<PluginShuffle> shuffles_of_plugin(const std::string& path, std::chrono::milliseconds silence,
                                              const std::function<bool()>& is_to_end = {});

/// What a plug-in host is started for.
struct PluginCall {
  std::string path;
  std::string shuffle;
  int deck_size = 5;
  std::chrono::milliseconds silence{10'000};  ///< longer without a row, while rows are due, is a fault
  bool carried = false;                       ///< reset=never: all decks of a block are of one call
};

/// What a plug-in makes of its seeds, as far as a few decks can tell.
struct SeedHabits {
  /// False where two hosts gave the same decks, not all alike, for different seeds. Blocks that are run apart
  /// would then be the same trials, counted as if they were others.
  bool seeds_matter = true;
  bool is_repeatable = true;  ///< the same seed gave the same decks, again and in another host
};

/// Tries the shuffle with a few decks. Throws TargetError where it crashes, hangs, exits or returns an error
/// code at once, and RunEnds as soon as is_to_end says so.
SeedHabits seed_habits(const PluginCall& call, const std::function<bool()>& is_to_end = {});

/// The decks of a call, where decks are not carried on: few enough for a slow shuffle to be told from
/// one that hangs. Fixed forever: it decides what the trials of a run are.
inline constexpr std::uint64_t decks_per_call = 2048;

/// A way to open one block's rows after another, as RowSampler takes it: all from one host, which is started
/// for the first block. Requests for rows become as many calls of decks_per_call decks as they need, or of a
/// whole block where decks are carried on; their seeds are the words of SplitMix64(seed). What a block leaves
/// is read when its rows are given up. Not thread-safe.
std::function<std::unique_ptr<ByteSource>(std::uint64_t seed)> blocks_of_plugin(const PluginCall& call);

}  // namespace fairshuffle
