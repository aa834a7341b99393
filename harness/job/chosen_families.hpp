// The bet families that a run's tolerance is asked of, of those that there are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/engine/run.hpp"

namespace fairshuffle {

/// Those whose names are counted up with commas, each once, in the order of the registry; where nothing is
/// given, the standard ones. `where` they were given is what a mistake is blamed on. Throws InputError.
std::vector<std::string> chosen_families(const std::optional<std::string>& names,
                                         std::string_view where = "--certify");

/// Whether pair positions are counted: where `wanted`, or where a family that is asked reads them. Refused
/// where no deck of the run is large enough or told apart whole, and for more trials than they can be counted
/// of, blamed on `where` they were asked for. Throws InputError.
bool chosen_pairs(bool wanted, std::string_view where, const RunPlan& run);

/// Slots that were asked for must be of a deck of the run whose orders are kept. Throws InputError.
void check_slots(const RunPlan& run);

/// Families that were asked for by name must be of a deck of the run. Throws InputError.
void check_families(const RunPlan& run);

}  // namespace fairshuffle
