#include "core/interpret/lanes/kernel.hpp"

#include <stdexcept>
#include <string>

// SSSE3 gains nothing over SSE4 here, nor the newest AVX-512 over the first; g++ 12 has no working emulation
// of vectors of 128 bits, so where there are none the plain form runs, which needs no vectors.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#define HWY_BROKEN_EMU128 1
#define HWY_COMPILE_ALL_ATTAINABLE
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

namespace {
std::string_view name_of(std::int64_t target) {
  switch (target) {
    case HWY_SCALAR:
      return "plain";
    case HWY_SSE4:
      return "SSE4";
    case HWY_AVX2:
      return "AVX2";
    case HWY_AVX3:
      return "AVX-512";
    default:
      return hwy::TargetName(target);
  }
}

// Asked once, before any of them is chosen: a choice hides the others.
const std::vector<std::int64_t>& targets_here() {
  static const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  return targets;
}
}  // namespace

std::vector<std::string_view> vector_targets() {
  std::vector<std::string_view> names;
  for (const std::int64_t target : targets_here()) names.push_back(name_of(target));
  return names;
}

void use_vector_target(std::string_view name) {
  for (const std::int64_t target : targets_here()) {
    if (name_of(target) != name) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return;
  }
  throw std::invalid_argument("use_vector_target: this machine or build has no " + std::string(name));
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
