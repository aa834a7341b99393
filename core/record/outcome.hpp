// What a result means for the run: is it what was due?
#pragma once

#include <optional>
#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

enum class Outcome {
  as_due,      ///< the verdict that was expected; fair where nothing was
  not_as_due,  ///< another verdict
  undecided,   ///< inconclusive where that was not due: neither right nor wrong
  failed,      ///< no verdict
};

/// What a reader calls the target: its label, or else its name as it can be typed.
const std::string& shown_name(const PlannedTarget& target);

Outcome outcome_of(const PlannedTarget& target, std::optional<Verdict> verdict);
inline Outcome outcome_of(const TargetRecord& result) {
  return outcome_of(result, result.verdict);
}

/// A control that is due to be fair may be inconclusive, since trials may be few; one that is due to be
/// biased has to be found.
Outcome control_outcome_of(const PlannedTarget& control, std::optional<Verdict> verdict);
inline Outcome control_outcome_of(const TargetRecord& control) {
  return control_outcome_of(control, control.verdict);
}

/// Whether a control is not as due: then none of the run's verdicts counts.
bool any_control_is_wrong(const RunRecord& run);

}  // namespace fairshuffle
