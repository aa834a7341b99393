#include "core/record/run_record.hpp"

namespace fairshuffle {

Plan plan_of(const RunRecord& run) {
  Plan plan;
  static_cast<RunSettings&>(plan) = run;
  plan.targets.assign(run.results.begin(), run.results.end());
  plan.targets.insert(plan.targets.end(), run.controls.begin(), run.controls.end());
  plan.controls = run.controls.size();
  return plan;
}

}  // namespace fairshuffle
