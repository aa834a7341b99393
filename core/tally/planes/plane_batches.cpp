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

HWY_INLINE std::uint64_t DecksWith(std::size_t bit, const Plane& plane) {
  std::uint64_t decks = 0;
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    decks |= std::uint64_t{(plane[deck] >> bit & 1) != 0} << deck;
  }
  return decks;
}

#else

HWY_INLINE std::uint64_t DecksWith(std::size_t bit, const Plane& plane) {
  const DeckBytes sought = AllOf(std::size_t{1} << bit);
  std::uint64_t decks = 0;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    decks |= BitsOf(hn::TestBit(LoadDecks(plane.data() + first), sought)) << first;
  }
  return decks;
}

#endif

HWY_INLINE void FindBitsOf(std::span<const Plane> planes, std::size_t batch, PlaneBits& bits) {
  for (std::size_t bit = 0; bit < bits.width(); ++bit) {
    std::uint64_t* const words = bits.of(batch, bit);
    for (std::size_t plane = 0; plane < planes.size(); ++plane) words[plane] = DecksWith(bit, planes[plane]);
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

const PlaneBits& PlaneBatches::bits() const {
  if (bits_.empty()) bits_ = PlaneBits(planes_, most_batches);
  if (!has_bits_) HWY_DYNAMIC_DISPATCH(FindBits)(*this, bits_);
  has_bits_ = true;
  return bits_;
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
