// Debian has Highway as a shared library only, of which three functions are called: which vectors this
// machine has, and which of them are used. They stand here, as <hwy/targets.h> describes them, for what is
// linked without it: what needs nothing of the system it runs on, and the program, since the library measures
// the machine's clock for 3 ms whenever it is loaded, as long as many a run takes.
#include <cstdint>

#include <cpuid.h>
#include <hwy/targets.h>

namespace hwy {

namespace {

std::int64_t targets_of_test = 0;

bool has_extended_bit(unsigned leaf, unsigned bit) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(leaf, 0, &a, &b, &c, &d) != 0 && (c >> bit & 1) != 0;
}

// The instructions that Highway compiles each target with. The compiler's own question counts only what the
// system saves the registers of.
std::int64_t targets_of_machine() {
  std::int64_t targets = HWY_SCALAR | HWY_EMU128;
  const bool has_ssse3 = __builtin_cpu_supports("ssse3") != 0;
  if (has_ssse3) targets |= HWY_SSSE3;
  const bool has_sse4 = has_ssse3 && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                        __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
  if (has_sse4) targets |= HWY_SSE4;
  constexpr unsigned f16c_leaf = 1, f16c_bit = 29, lzcnt_leaf = 0x80000001, lzcnt_bit = 5;
  const bool has_avx2 = has_sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                        has_extended_bit(f16c_leaf, f16c_bit) && has_extended_bit(lzcnt_leaf, lzcnt_bit);
  if (has_avx2) targets |= HWY_AVX2;
  const bool has_avx3 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd");
  if (has_avx3) targets |= HWY_AVX3;
  constexpr unsigned vaes_leaf = 7, vaes_bit = 9;
  const bool has_avx3_dl = has_avx3 && __builtin_cpu_supports("avx512vnni") &&
                           __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx512vbmi") &&
                           __builtin_cpu_supports("avx512vbmi2") &&
                           __builtin_cpu_supports("avx512vpopcntdq") &&
                           __builtin_cpu_supports("avx512bitalg") && has_extended_bit(vaes_leaf, vaes_bit);
  if (has_avx3_dl) targets |= HWY_AVX3_DL;
  return targets;
}

}  // namespace

std::int64_t SupportedTargets() {
  static const std::int64_t targets = targets_of_machine();
  return targets_of_test != 0 ? targets_of_test : targets;
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  targets_of_test = targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
