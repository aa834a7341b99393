#include "core/permutation/vector_targets.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

#define HWY_WANT_AVX3_DL
#include "core/permutation/compiled_targets.hpp"

namespace fairshuffle {

namespace {

// Asked once, before any of them is chosen: a choice hides the others.
const std::vector<std::int64_t>& targets_here() {
  static const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  return targets;
}

std::string_view name_of(std::int64_t target) {
  switch (target) {
    case HWY_SCALAR:
      return "plain";
    case HWY_SSE4:
      return "SSE4";
    case HWY_AVX2:
      return "AVX2";
    case HWY_AVX3_DL:
      return "AVX-512";
    case HWY_AVX3:
      return targets_here().front() == HWY_AVX3 ? "AVX-512" : "first AVX-512";
    default:
      return hwy::TargetName(target);
  }
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
    // What is not compiled for the newest AVX-512 uses the first.
    hwy::SetSupportedTargetsForTest(target == HWY_AVX3_DL ? target | HWY_AVX3 : target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return;
  }
  throw std::invalid_argument("use_vector_target: this machine or build has no " + std::string(name));
}

}  // namespace fairshuffle
