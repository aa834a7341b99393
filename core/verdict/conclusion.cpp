#include "core/verdict/conclusion.hpp"

#include <algorithm>

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
    record.note =
        fmt::format("Incomplete: {} of {} targets could not be run.", failed, record.results.size());
    return;
  }
  record.verdict = worst_of(record.results);
}

}  // namespace fairshuffle
