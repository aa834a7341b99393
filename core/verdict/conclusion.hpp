// What a run says as a whole, once its targets are judged.
#pragma once

#include <vector>

#include "core/record/plan.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Fills in the verdict of the run, the worst of its results, or else the note that says why there is none: a
/// control came out wrong, or a target could not be run. Precondition: both are empty.
void conclude(RunRecord& run);

/// The record of a run that has ended: its settings, the plan's word on every target, results and controls
/// apart, and what it comes to. targets: one for each of the plan, in order. Who wrote it, by which command
/// and where is left to the caller.
RunRecord concluded(const Plan& plan, std::vector<TargetRecord> targets);

}  // namespace fairshuffle
