#include "core/interpret/lanes/kernel.hpp"

#include "core/order/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/interpret/lanes/kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/interpret/lanes/nibble_lanes-inl.hpp"
#include "core/interpret/lanes/plain.hpp"
#include "core/interpret/lanes/plane_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void RunLanes(const LaneTask& task, const LaneRun& run) {
  run_plain_lanes(task, run);
}

#else

void RunLanes(const LaneTask& task, const LaneRun& run) {
  if (task.planes) {
    RunPlaneLanes(task, run);
  } else {
    RunNibbleLanes(task, run);
  }
}

#endif

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
