// What a run will take if all is fair, told once it is known how fast it goes.
#pragma once

#include <optional>
#include <string>

#include "harness/engine/run.hpp"

namespace fairshuffle {

/// How many trials certify all targets as fair at that tolerance; nothing where one is recorded, or it
/// is not known.
std::optional<double> trials_of_fair_run(const RunPlan& plan, double tolerance);

/// "if fair: 3.4e7 shuffles, about 7 min; with --tolerance 0.01 about 3 s", at so many trials a second; empty
/// where nothing is known, or the whole takes less than five seconds.
std::string outlook(const RunPlan& plan, double trials_a_second);

}  // namespace fairshuffle
