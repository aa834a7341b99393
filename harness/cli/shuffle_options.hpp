// A shuffle's own settings as options: for every subcommand that names shuffles.
#pragma once

#include <CLI/App.hpp>

#include "harness/job/shuffle_settings.hpp"

namespace fairshuffle {

/// Adds an option for each setting, but for those names that the subcommand gave to options of its own, to be
/// called after they are there. Help texts do not show them: they stand for what stands behind a target's
/// colon. `settings` must live as long as the subcommand.
void add_shuffle_options(CLI::App& command, ShuffleSettings& settings);

}  // namespace fairshuffle
