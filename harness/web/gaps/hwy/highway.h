// The shift that Highway 1.0.3 lacks for WebAssembly: right, of numbers of 64 bits by numbers in a vector.
// Like the file it stands before, read once for each vector instruction set.
#include_next <hwy/highway.h>

#if HWY_TARGET == HWY_WASM && !defined(FAIRSHUFFLE_WEB_GAPS_HIGHWAY)
#define FAIRSHUFFLE_WEB_GAPS_HIGHWAY

HWY_BEFORE_NAMESPACE();
namespace hwy {
namespace HWY_NAMESPACE {

HWY_API Vec128<std::uint64_t> operator>>(Vec128<std::uint64_t> v, const Vec128<std::uint64_t> bits) {
  const v128_t low = wasm_u64x2_shr(v.raw, static_cast<std::uint32_t>(wasm_i64x2_extract_lane(bits.raw, 0)));
  const v128_t high = wasm_u64x2_shr(v.raw, static_cast<std::uint32_t>(wasm_i64x2_extract_lane(bits.raw, 1)));
  return Vec128<std::uint64_t>{wasm_i64x2_shuffle(low, high, 0, 3)};
}

HWY_API Vec128<std::uint64_t> operator<<(Vec128<std::uint64_t> v, const Vec128<std::uint64_t> bits) {
  const v128_t low = wasm_i64x2_shl(v.raw, static_cast<std::uint32_t>(wasm_i64x2_extract_lane(bits.raw, 0)));
  const v128_t high = wasm_i64x2_shl(v.raw, static_cast<std::uint32_t>(wasm_i64x2_extract_lane(bits.raw, 1)));
  return Vec128<std::uint64_t>{wasm_i64x2_shuffle(low, high, 0, 3)};
}

}  // namespace HWY_NAMESPACE
}  // namespace hwy
HWY_AFTER_NAMESPACE();

#endif
