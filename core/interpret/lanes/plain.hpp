// The lanes without vectors: one lane after the other, one card after the other. What a machine without the
// vector instructions runs, and what the vectors are held to.
#pragma once

#include "core/interpret/lanes/kernel.hpp"
#include "core/interpret/lanes/plane_redraw.hpp"

namespace fairshuffle {

/// As run_lanes.
void run_plain_lanes(const LaneTask& task, const LaneRun& run);

/// The draws of a tile of planes, to its `values`; what else it has is not looked at.
void draw_plain_tile(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states);

}  // namespace fairshuffle
