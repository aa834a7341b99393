// What a run says as a whole, once its targets are judged.
#pragma once

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Fills in the verdict of the run, the worst of its results, or else the note that says why there is none: a
/// control came out wrong, or a target could not be run. Precondition: both are empty.
void conclude(RunRecord& run);

}  // namespace fairshuffle
