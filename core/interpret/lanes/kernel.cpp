#include "core/interpret/lanes/kernel.hpp"

#include "core/permutation/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/interpret/lanes/kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/interpret/lanes/plane_lanes-inl.hpp"
#include "core/interpret/lanes/tall_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

void RunLanes(const LaneTask& task, const LaneRun& run) {
#if HWY_TARGET != HWY_SCALAR
  if (task.planes) return RunPlaneLanes(task, run);
#endif
  RunTallLanes(task, run);
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(RunLanes);

void run_lanes(const LaneTask& task, const LaneRun& run) {
  HWY_DYNAMIC_DISPATCH(RunLanes)(task, run);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
