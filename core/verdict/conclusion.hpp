// What a run says as a whole, once its targets are judged.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/plan.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// What a run comes to.
struct Conclusion {
  std::optional<Verdict> verdict;  ///< the worst of its results
  std::string note;                ///< why there is none: a control came out wrong, or a target failed
};

/// Of a run of these targets, of which what came out is not looked at. verdicts: of its results, then of its
/// controls.
Conclusion conclusion_of(const RunRecord& planned, std::span<const std::optional<Verdict>> verdicts);

/// Fills in what its targets' verdicts come to.
void conclude(RunRecord& run);

/// The record of a run that has ended: its settings, the plan's word on every target, results and controls
/// apart, and what it comes to. targets: one for each of the plan, in order. Who wrote it, by which command
/// and where is left to the caller.
RunRecord concluded(const Plan& plan, std::vector<TargetRecord> targets);

}  // namespace fairshuffle
