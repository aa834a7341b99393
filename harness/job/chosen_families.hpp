// The bet families that a run's tolerance is asked of, of those that there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/engine/run.hpp"

namespace fairshuffle {

/// Those whose names are counted up with commas, each once, in the order of the registry; where nothing is
/// given, the standard ones. Throws InputError.
std::vector<std::string> chosen_families(const std::optional<std::string>& names);

/// Families that were asked for by name must be of a deck of the run. Throws InputError.
void check_families(const RunPlan& run);

}  // namespace fairshuffle
