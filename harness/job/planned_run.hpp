// A plan that is run here and now.
#pragma once

#include <functional>

#include "harness/engine/run.hpp"
#include "harness/job/certify_plan.hpp"

namespace fairshuffle {

/// Runs the plan and records what came of it, where, when and by which version. Throws as run() does.
RunRecord run_planned(const CertifyPlan& plan, const std::function<void(const Progress&)>& on_progress);

}  // namespace fairshuffle
