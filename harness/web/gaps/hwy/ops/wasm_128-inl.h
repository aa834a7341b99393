// What Highway 1.0.3 lacks for WebAssembly, or does byte by byte, since engines of its day could not do
// better: looking up in a table of sixteen bytes, counting what is true in a mask, and shifting numbers of 64
// bits by numbers in a vector. Like the file it stands before, read once for each vector instruction set.
#define AllFalse AllFalseOfHighway
#define CountTrue CountTrueOfHighway
#define TableLookupBytes TableLookupBytesOfHighway
#define TableLookupBytesOr0 TableLookupBytesOr0OfHighway
#include_next <hwy/ops/wasm_128-inl.h>
#undef AllFalse
#undef CountTrue
#undef TableLookupBytes
#undef TableLookupBytesOr0

HWY_BEFORE_NAMESPACE();
namespace hwy {
namespace HWY_NAMESPACE {

template <typename T, size_t N, typename TI, size_t NI>
HWY_API Vec128<TI, NI> TableLookupBytes(const Vec128<T, N> bytes, const Vec128<TI, NI> from) {
  return Vec128<TI, NI>{wasm_i8x16_swizzle(bytes.raw, from.raw)};
}
// 0 where `from` has its highest bit, which is beyond the table.
template <typename T, size_t N, typename TI, size_t NI>
HWY_API Vec128<TI, NI> TableLookupBytesOr0(const Vec128<T, N> bytes, const Vec128<TI, NI> from) {
  return TableLookupBytes(bytes, from);
}

template <typename T, size_t N>
HWY_API uint32_t BitOfEach(const Simd<T, N, 0>, const Mask128<T, N> mask) {
  constexpr uint32_t used = static_cast<uint32_t>((uint64_t{1} << N) - 1);
  if constexpr (sizeof(T) == 1) {
    return wasm_i8x16_bitmask(mask.raw) & used;
  } else if constexpr (sizeof(T) == 2) {
    return wasm_i16x8_bitmask(mask.raw) & used;
  } else if constexpr (sizeof(T) == 4) {
    return wasm_i32x4_bitmask(mask.raw) & used;
  } else {
    return wasm_i64x2_bitmask(mask.raw) & used;
  }
}
template <typename T, size_t N>
HWY_API size_t CountTrue(const Simd<T, N, 0> d, const Mask128<T, N> mask) {
  return static_cast<size_t>(__builtin_popcount(BitOfEach(d, mask)));
}
template <typename T, size_t N>
HWY_API bool AllFalse(const Simd<T, N, 0> d, const Mask128<T, N> mask) {
  if constexpr (N * sizeof(T) == 16) {
    return !wasm_v128_any_true(mask.raw);
  } else {
    return BitOfEach(d, mask) == 0;
  }
}

HWY_API Vec128<uint64_t> operator>>(Vec128<uint64_t> v, const Vec128<uint64_t> bits) {
  const v128_t low = wasm_u64x2_shr(v.raw, static_cast<uint32_t>(wasm_i64x2_extract_lane(bits.raw, 0)));
  const v128_t high = wasm_u64x2_shr(v.raw, static_cast<uint32_t>(wasm_i64x2_extract_lane(bits.raw, 1)));
  return Vec128<uint64_t>{wasm_i64x2_shuffle(low, high, 0, 3)};
}

HWY_API Vec128<uint64_t> operator<<(Vec128<uint64_t> v, const Vec128<uint64_t> bits) {
  const v128_t low = wasm_i64x2_shl(v.raw, static_cast<uint32_t>(wasm_i64x2_extract_lane(bits.raw, 0)));
  const v128_t high = wasm_i64x2_shl(v.raw, static_cast<uint32_t>(wasm_i64x2_extract_lane(bits.raw, 1)));
  return Vec128<uint64_t>{wasm_i64x2_shuffle(low, high, 0, 3)};
}

}  // namespace HWY_NAMESPACE
}  // namespace hwy
HWY_AFTER_NAMESPACE();
