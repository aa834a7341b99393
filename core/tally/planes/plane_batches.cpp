#include "core/tally/planes/plane_batches.hpp"

#define HWY_WANT_AVX3_DL
#include "core/order/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tally/planes/plane_batches.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tally/planes/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

template <std::size_t width>
HWY_INLINE void FindBitsOfPlane(const Plane& plane, std::uint64_t* words, std::size_t to_next_bit) {
  for (std::size_t bit = 0; bit < width; ++bit) {
    std::uint64_t decks = 0;
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      decks |= std::uint64_t{(plane[deck] >> bit & 1) != 0} << deck;
    }
    words[bit * to_next_bit] = decks;
  }
}

#else

template <std::size_t width>
HWY_INLINE void FindBitsOfPlane(const Plane& plane, std::uint64_t* words, std::size_t to_next_bit) {
  DeckBytes values[decks_of_planes / decks_of_vector];
  for (std::size_t at = 0; at < std::size(values); ++at) {
    values[at] = LoadDecks(plane.data() + at * decks_of_vector);
  }
#pragma GCC unroll 8
  for (std::size_t bit = 0; bit < width; ++bit) {
    std::uint64_t decks = 0;
    for (std::size_t at = 0; at < std::size(values); ++at) {
      decks |= BitsOf(hn::TestBit(values[at], AllOf(std::size_t{1} << bit))) << at * decks_of_vector;
    }
    words[bit * to_next_bit] = decks;
  }
}

#endif

template <std::size_t width>
HWY_INLINE void FindBitsOfWidth(std::span<const Plane> planes, std::size_t batch, PlaneBits& bits) {
  std::uint64_t* words = bits.of(batch, 0);
  for (const Plane& plane : planes) FindBitsOfPlane<width>(plane, words++, bits.words_of_bit());
}

HWY_INLINE void FindBitsOf(std::span<const Plane> planes, std::size_t batch, PlaneBits& bits) {
  static_assert(PlaneBits::least_width == 4 && largest_byte_deck == 1 << 7);
  switch (bits.width()) {
    case 4:
      return FindBitsOfWidth<4>(planes, batch, bits);
    case 5:
      return FindBitsOfWidth<5>(planes, batch, bits);
    case 6:
      return FindBitsOfWidth<6>(planes, batch, bits);
    default:
      return FindBitsOfWidth<7>(planes, batch, bits);
  }
}

void FindBits(const PlaneBatches& planes, PlaneBits& bits) {
  for (std::size_t batch = 0; batch < planes.batches(); ++batch) {
    FindBitsOf(planes.batch(batch), batch, bits);
    const std::uint64_t there = planes.decks_there(batch);
    if (there == ~std::uint64_t{0}) continue;
    for (std::size_t bit = 0; bit < bits.width(); ++bit) {
      for (std::size_t plane = 0; plane < planes.planes(); ++plane) bits.of(batch, bit)[plane] &= there;
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(FindBits);

const PlaneBits& PlaneBatches::bits() {
  if (bits_.empty()) bits_ = PlaneBits(planes_, most_batches);
  if (!has_bits_) HWY_DYNAMIC_DISPATCH(FindBits)(*this, bits_);
  has_bits_ = true;
  return bits_;
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
