// Decks of 17 to 64 cards in lanes, with the widest vectors of the machine.
#pragma once

#include "core/interpret/lanes/kernel.hpp"
#include "core/interpret/lanes/plane_redraw.hpp"

namespace fairshuffle {

/// As run_lanes, of a task that has tall planes.
void run_tall_lanes(const LaneTask& task, const LaneRun& run);

/// Draws for a tile of planes, to its `values`; `words` and `again` are room to work in. A register of the
/// vectors in use is a tile: its `half` must be an eighth of the register's bytes.
void draw_planes(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states);

}  // namespace fairshuffle
