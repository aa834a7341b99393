#include "core/verdict/conclusion.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/record/outcome.hpp"

namespace fairshuffle {

namespace {

// The worst first: an invalid target says more than a biased one.
Verdict worst_of(const std::vector<TargetRecord>& results) {
  for (const Verdict verdict : {Verdict::invalid, Verdict::biased, Verdict::inconclusive}) {
    if (std::ranges::find(results, std::optional(verdict), &TargetRecord::verdict) != results.end())
      return verdict;
  }
  return Verdict::fair;
}

}  // namespace

void conclude(RunRecord& record) {
  std::size_t failed = 0;
  for (const TargetRecord& result : record.results) failed += !result.verdict;
  for (const TargetRecord& control : record.controls) {
    if (control_outcome_of(control) == Outcome::as_due) continue;
    record.note =
        fmt::format("The control {} came out {} where {} was due: this run has no verdict.", control.name,
                    control.verdict ? to_text(*control.verdict) : "as a failure", to_text(*control.expected));
    return;
  }
  if (failed > 0) {
    record.note = record.results.size() == 1 ? "Incomplete: the target could not be run."
                                             : fmt::format("Incomplete: {} of {} targets could not be run.",
                                                           failed, record.results.size());
    return;
  }
  record.verdict = worst_of(record.results);
}

RunRecord concluded(const Plan& plan, std::vector<TargetRecord> targets) {
  RunRecord run;
  static_cast<RunSettings&>(run) = plan;
  for (std::size_t index = 0; index < targets.size(); ++index) {
    static_cast<PlannedTarget&>(targets[index]) = plan.targets[index];
    const bool is_control = index + plan.controls >= targets.size();
    (is_control ? run.controls : run.results).push_back(std::move(targets[index]));
  }
  conclude(run);
  return run;
}

}  // namespace fairshuffle
