#include "harness/cli/job_check.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "harness/job/certify_plan.hpp"
#include "harness/job/job_file.hpp"
#include "harness/report/described_target.hpp"
#include "harness/target/kinds.hpp"

namespace fairshuffle {

namespace {

// Which shuffle of a library is meant where that has only one, and what it says of itself, the library knows.
void take_what_only_the_target_knows(const TargetRecord& reported, const RunRecord& report,
                                     TargetRecord& due) {
  const bool may_be_same = due.target.kind == reported.target.kind &&
                           due.target.shuffle == reported.target.shuffle &&
                           due.target.deck_size == reported.target.deck_size;
  if (!may_be_same || described_target(reported, report.seed).caveat) return;
  due.name = reported.name;
  due.caveat = reported.caveat;
  due.target.options = reported.target.options;
}

void take_from(const std::vector<TargetRecord>& reported, const RunRecord& report,
               std::vector<TargetRecord>& due) {
  for (std::size_t index = 0; index < std::min(reported.size(), due.size()); ++index) {
    take_what_only_the_target_knows(reported[index], report, due[index]);
  }
}

// Makes targets of their words. Where a job leaves the deck size to a first row, the report has what that
// told.
class AsReported {
 public:
  explicit AsReported(const RunRecord& report) : report_(&report) {}

  std::unique_ptr<Target> operator()(const TargetText& text, const TargetRun& run) const {
    auto target = make_unopened_target(text, run);
    if (!run.may_look || !find_target_kind(target->description().kind)->told_by_first_row) return target;
    const auto reported = std::ranges::find_if(report_->results, [&target](const TargetRecord& each) {
      return each.target.kind == target->description().kind &&
             each.target.shuffle == target->description().shuffle;
    });
    if (reported == report_->results.end()) return target;
    TargetRun as_reported = run;
    as_reported.deck_size = reported->target.deck_size;
    return make_unopened_target(text, as_reported);
  }

 private:
  const RunRecord* report_;
};

}  // namespace

std::vector<Difference> differences_from_job(const RunRecord& report, const std::string& job_file) {
  PlanOptions options;
  if (!read_job_file(job_file).seed) options.seed = fmt::format("{}", report.seed);
  options.controls = !report.controls.empty();
  const CertifyPlan plan = plan_with(options, AsReported(report), job_file);
  RunRecord due = planned_record(plan);
  take_from(report.results, report, due.results);
  take_from(report.controls, report, due.controls);
  return differences_from_plan(report, due);
}

}  // namespace fairshuffle
