// The run that the golden reports tell of: built by hand, so that no change of the mathematics moves them.
#pragma once

#include "core/record/findings.hpp"

namespace fairshuffle {

/// Five targets, one for each verdict and one without, and a control. Every member of the record is filled
/// somewhere and absent somewhere else. The numbers are plausible; only their form matters.
RunRecord example_run();

}  // namespace fairshuffle
