// How many child programs of a run live at once.
#pragma once

#include "harness/job/certify_plan.hpp"

namespace fairshuffle {

/// Programs that are told neither {seed} nor {trials} live on between the looks of a run. Where these are
/// more than may live at once, those beyond are to be read ahead. Throws InputError where their rows would
/// not fit in memory.
void settle_children(CertifyPlan& plan);

}  // namespace fairshuffle
