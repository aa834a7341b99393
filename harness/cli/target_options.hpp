// The options that name targets which are not built in: for every subcommand that takes such targets.
#pragma once

#include <CLI/App.hpp>

#include "harness/job/typed_targets.hpp"

namespace fairshuffle {

/// Adds an option for each kind of target, and those that tell how their orders are written. `typed` must
/// live as long as the subcommand.
void add_target_options(CLI::App& command, TypedTargets& typed);

}  // namespace fairshuffle
