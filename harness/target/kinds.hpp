// The kinds of targets: where trials can come from.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "harness/target/spec.hpp"
#include "harness/target/target.hpp"

namespace fairshuffle {

/// What a target needs to know of its run.
struct TargetRun {
  int deck_size = 5;              ///< of targets that give none
  std::uint64_t seed = 0;         ///< of the run
  std::uint64_t most_trials = 0;  ///< that the run may ask of one target
};

/// A kind that is not built in. The target's text has the kind's name where built-in ones have a shuffle's:
/// "log:path=games.csv,column=deck".
struct TargetKind {
  std::string_view name;
  /// Checks every setting. Throws InputError, one sentence that names the target.
  std::unique_ptr<Target> (*make)(const TargetText& text, const TargetRun& run);
};

std::span<const TargetKind> all_target_kinds();

/// The target that the text names, of whatever kind. Throws InputError.
std::unique_ptr<Target> make_target(const TargetText& text, const TargetRun& run);

}  // namespace fairshuffle
