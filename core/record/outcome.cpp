#include "core/record/outcome.hpp"

#include <algorithm>

namespace fairshuffle {

const std::string& shown_name(const PlannedTarget& target) {
  return target.label.empty() ? target.name : target.label;
}

Outcome outcome_of(const PlannedTarget& target, std::optional<Verdict> verdict) {
  if (!verdict) return Outcome::failed;
  if (verdict == target.expected.value_or(Verdict::fair)) return Outcome::as_due;
  return verdict == Verdict::inconclusive ? Outcome::undecided : Outcome::not_as_due;
}

Outcome control_outcome_of(const PlannedTarget& control, std::optional<Verdict> verdict) {
  const Outcome outcome = outcome_of(control, verdict);
  const bool due_to_be_fair = control.expected.value_or(Verdict::fair) == Verdict::fair;
  return outcome == Outcome::undecided && due_to_be_fair ? Outcome::as_due : outcome;
}

bool any_control_is_wrong(const RunRecord& run) {
  return std::ranges::any_of(run.controls, [](const TargetRecord& control) {
    return control_outcome_of(control) != Outcome::as_due;
  });
}

}  // namespace fairshuffle
