// Targets whose truth is known, run beside the others.
#pragma once

#include "harness/job/certify_plan.hpp"

namespace fairshuffle {

/// Adds a fair and two biased shuffles to the plan's targets, at the smallest deck size of the run at which
/// they differ from fair. One whose orders are counted only in long runs would cost more than what it is
/// there to check.
void add_controls(CertifyPlan& plan);

}  // namespace fairshuffle
