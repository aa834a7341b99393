#include "core/interpret/lanes/tall_kernel.hpp"

#include "core/order/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/interpret/lanes/tall_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/interpret/lanes/tall_lanes-inl.hpp"

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(RunTallLanes);

void run_tall_lanes(const LaneTask& task, const LaneRun& run) {
  HWY_DYNAMIC_DISPATCH(RunTallLanes)(task, run);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
