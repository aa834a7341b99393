#include "core/interpret/lanes/kernel.hpp"

#include "core/order/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/interpret/lanes/kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/interpret/lanes/nibble_lanes-inl.hpp"
#include "core/interpret/lanes/plain.hpp"
#include "core/interpret/lanes/plane_lanes-inl.hpp"
#include "core/interpret/lanes/tall_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void RunLanes(const LaneTask& task, const LaneRun& run) {
  run_plain_lanes(task, run);
}

void DrawPlanes(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states) {
  draw_plain_tile(plan, tile, states);
}

#else

void RunLanes(const LaneTask& task, const LaneRun& run) {
  if (task.planes) {
    RunPlaneLanes(task, run);
  } else {
    RunNibbleLanes(task, run);
  }
}

void DrawPlanes(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states) {
  FillOf<PlaneFills>(plan)(plan, states, tile.first_lane, {tile.values, tile.words, tile.again}, 1);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(RunLanes);
HWY_EXPORT(DrawPlanes);

void run_lanes(const LaneTask& task, const LaneRun& run) {
  if (task.tall) return run_tall_lanes(task, run);
  HWY_DYNAMIC_DISPATCH(RunLanes)(task, run);
}

void draw_planes(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states) {
  HWY_DYNAMIC_DISPATCH(DrawPlanes)(plan, tile, states);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
