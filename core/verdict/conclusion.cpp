#include "core/verdict/conclusion.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/record/outcome.hpp"

namespace fairshuffle {

namespace {

// The worst first: an invalid target says more than a biased one.
Verdict worst_of(std::span<const std::optional<Verdict>> verdicts) {
  for (const Verdict verdict : {Verdict::invalid, Verdict::biased, Verdict::inconclusive}) {
    if (std::ranges::find(verdicts, std::optional(verdict)) != verdicts.end()) return verdict;
  }
  return Verdict::fair;
}

}  // namespace

Conclusion conclusion_of(const RunRecord& planned, std::span<const std::optional<Verdict>> verdicts) {
  const std::span<const std::optional<Verdict>> results = verdicts.first(planned.results.size());
  for (std::size_t index = 0; index < planned.controls.size(); ++index) {
    const TargetRecord& control = planned.controls[index];
    const std::optional<Verdict> verdict = verdicts[results.size() + index];
    if (control_outcome_of(control, verdict) == Outcome::as_due) continue;
    return {.verdict = {},
            .note = fmt::format("The control {} came out {} where {} was due: this run has no verdict.",
                                control.name, verdict ? to_text(*verdict) : "as a failure",
                                to_text(*control.expected))};
  }
  const auto failed = std::ranges::count(results, std::optional<Verdict>());
  if (failed == 0) return {.verdict = worst_of(results), .note = {}};
  return {.verdict = {},
          .note = results.size() == 1 ? "Incomplete: the target could not be run."
                                      : fmt::format("Incomplete: {} of {} targets could not be run.", failed,
                                                    results.size())};
}

void conclude(RunRecord& run) {
  std::vector<std::optional<Verdict>> verdicts;
  for (const TargetRecord& result : run.results) verdicts.push_back(result.verdict);
  for (const TargetRecord& control : run.controls) verdicts.push_back(control.verdict);
  Conclusion conclusion = conclusion_of(run, verdicts);
  run.verdict = conclusion.verdict;
  run.note = std::move(conclusion.note);
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
