// The part of the vector library that finds out what this processor has, for a program without shared
// libraries: Debian has no archive of it, and this part alone is not in its headers.
#include <cstdint>

#include <cpuid.h>
#include <hwy/targets.h>

namespace hwy {

namespace {

// Not among what compilers know by name.
bool has_half_floats() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

// What the code of each kind is compiled for, which is what the one before it has, and more. Whether the
// system keeps the wider registers is asked, too.
std::int64_t targets_of_processor() {
  std::int64_t targets = HWY_SCALAR | HWY_EMU128;
  if (!__builtin_cpu_supports("ssse3")) return targets;
  targets |= HWY_SSSE3;
  if (!__builtin_cpu_supports("sse4.1") || !__builtin_cpu_supports("sse4.2") ||
      !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("aes")) {
    return targets;
  }
  targets |= HWY_SSE4;
  if (!__builtin_cpu_supports("avx") || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma") || !has_half_floats()) {
    return targets;
  }
  targets |= HWY_AVX2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
    targets |= HWY_AVX3;
  }
  return targets;
}

std::int64_t only_targets = 0;  // where a test has chosen some

}  // namespace

std::int64_t SupportedTargets() {
  static const std::int64_t targets = targets_of_processor();
  return only_targets == 0 ? targets : only_targets;
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  only_targets = targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
