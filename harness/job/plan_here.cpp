#include "harness/job/certify_plan.hpp"
#include "harness/job/live_children.hpp"
#include "harness/job/memory_check.hpp"

namespace fairshuffle {

CertifyPlan plan_of(const PlanOptions& options) {
  CertifyPlan plan = plan_with(options, make_target, options.job);
  check_memory(plan.run);
  settle_children(plan);
  return plan;
}

}  // namespace fairshuffle
