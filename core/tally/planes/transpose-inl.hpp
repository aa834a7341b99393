// Rows of bytes made planes. Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_PLANES_TRANSPOSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_PLANES_TRANSPOSE_INL
#undef FAIRSHUFFLE_PLANES_TRANSPOSE_INL
#else
#define FAIRSHUFFLE_PLANES_TRANSPOSE_INL
#endif

#include <cstddef>

#include "core/tally/planes/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// The side of a square that is turned at once.
inline constexpr std::size_t tile_side = 16;

#if HWY_TARGET == HWY_SCALAR

/// Byte `line` of each of sixteen rows goes to to[line], from byte `at` on, for the first `lines` bytes.
HWY_INLINE void LayOutTile(const Card* rows, std::size_t stride, std::size_t lines, Plane* to,
                           std::size_t at) {
  for (std::size_t row = 0; row < tile_side; ++row) {
    for (std::size_t line = 0; line < lines; ++line) to[line][at + row] = rows[row * stride + line];
  }
}

#else

// Sixteen rows by sixteen: interleaving the halves four times swaps rows and columns.
HWY_INLINE void LayOutTile(const Card* rows, std::size_t stride, std::size_t lines, Plane* to,
                           std::size_t at) {
  const hn::FixedTag<std::uint8_t, tile_side> d;
  hn::Vec<decltype(d)> line[tile_side], next[tile_side];
  for (std::size_t row = 0; row < tile_side; ++row) line[row] = hn::Load(d, rows + row * stride);
  for (int turn = 0; turn < 4; ++turn) {
    for (std::size_t half = 0; half < tile_side / 2; ++half) {
      next[2 * half] = hn::InterleaveLower(d, line[half], line[half + tile_side / 2]);
      next[2 * half + 1] = hn::InterleaveUpper(d, line[half], line[half + tile_side / 2]);
    }
    for (std::size_t row = 0; row < tile_side; ++row) line[row] = next[row];
  }
  for (std::size_t row = 0; row < lines; ++row) hn::Store(line[row], d, to[row].data() + at);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#endif  // the toggle
