// Whether a run fits the machine.
#pragma once

#include "harness/engine/run.hpp"

namespace fairshuffle {

/// Throws InputError where the counters of the run need more memory than this machine has to give.
void check_memory(const RunPlan& run);

}  // namespace fairshuffle
