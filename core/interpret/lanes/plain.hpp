// The lanes without vectors: one lane after the other, one card after the other. What a machine without the
// vector instructions runs, and what the vectors are held to.
#pragma once

#include "core/interpret/lanes/kernel.hpp"

namespace fairshuffle {

/// As run_lanes.
void run_plain_lanes(const LaneTask& task, const LaneRun& run);

}  // namespace fairshuffle
