#include "harness/job/certify_plan.hpp"
#include "harness/job/live_children.hpp"
#include "harness/job/memory_check.hpp"

namespace fairshuffle {

CertifyPlan plan_of(const PlanOptions& options, const IsToEnd& is_asked_to_end) {
  CertifyPlan plan = plan_with(options, make_target, options.job, is_asked_to_end);
  check_memory(plan.run);
  settle_children(plan);
  return plan;
}

}  // namespace fairshuffle
