// Vectors of bytes below 128, one a deck. Compiled once for each vector instruction set; where there is none,
// they are what the compiler makes of sixteen bytes.
#if defined(FAIRSHUFFLE_PLANES_VECTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_PLANES_VECTORS_INL
#undef FAIRSHUFFLE_PLANES_VECTORS_INL
#else
#define FAIRSHUFFLE_PLANES_VECTORS_INL
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

#include "core/tally/planes/plane.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using DeckBytes = std::uint8_t __attribute__((vector_size(16)));
using SignedBytes = std::int8_t __attribute__((vector_size(16)));
using DeckMask = DeckBytes;  // 255 where it holds, else 0
inline constexpr std::size_t decks_of_vector = sizeof(DeckBytes);

HWY_INLINE DeckBytes LoadDecks(const std::uint8_t* from) {
  DeckBytes bytes;
  std::memcpy(&bytes, from, sizeof(bytes));
  return bytes;
}
HWY_INLINE void StoreDecks(DeckBytes bytes, std::uint8_t* to) {
  std::memcpy(to, &bytes, sizeof(bytes));
}
HWY_INLINE DeckBytes AllOf(std::size_t value) {
  return DeckBytes{} + static_cast<std::uint8_t>(value);
}
HWY_INLINE DeckBytes Sum(DeckBytes a, DeckBytes b) {
  return a + b;
}
HWY_INLINE DeckMask AreEqual(DeckBytes a, DeckBytes b) {
  return reinterpret_cast<DeckMask>(a == b);
}
HWY_INLINE DeckMask AreBelow(DeckBytes a, DeckBytes b) {
  return reinterpret_cast<DeckMask>(reinterpret_cast<SignedBytes>(a) < reinterpret_cast<SignedBytes>(b));
}
HWY_INLINE DeckBytes Choose(DeckMask mask, DeckBytes yes, DeckBytes no) {
  return (mask & yes) | (~mask & no);
}
HWY_INLINE DeckBytes AddWhere(DeckMask mask, DeckBytes added, DeckBytes counts) {
  return counts + (mask & added);
}
HWY_INLINE DeckBytes LowerOf(DeckBytes a, DeckBytes b) {
  return Choose(AreBelow(a, b), a, b);
}
HWY_INLINE DeckBytes HigherOf(DeckBytes a, DeckBytes b) {
  return Choose(AreBelow(a, b), b, a);
}
HWY_INLINE DeckBytes AddOneWhere(DeckMask mask, DeckBytes counts) {
  return counts - mask;
}
HWY_INLINE std::uint64_t SumOfBytes(DeckBytes bytes) {
  std::uint64_t sum = 0;
  for (std::size_t deck = 0; deck < decks_of_vector; ++deck) sum += bytes[deck];
  return sum;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

// Signed, as the oldest vectors compare them.
using DeckTag = hn::CappedTag<std::int8_t, decks_of_planes>;
using DeckBytes = hn::Vec<DeckTag>;
using DeckMask = hn::Mask<DeckTag>;
inline constexpr DeckTag deck_tag{};
inline constexpr std::size_t decks_of_vector = hn::MaxLanes(DeckTag());

HWY_INLINE DeckBytes LoadDecks(const std::uint8_t* from) {
  return hn::Load(deck_tag, reinterpret_cast<const std::int8_t*>(from));
}
HWY_INLINE void StoreDecks(DeckBytes bytes, std::uint8_t* to) {
  hn::Store(bytes, deck_tag, reinterpret_cast<std::int8_t*>(to));
}
HWY_INLINE DeckBytes AllOf(std::size_t value) {
  return hn::Set(deck_tag, static_cast<std::int8_t>(value));
}
HWY_INLINE DeckBytes Sum(DeckBytes a, DeckBytes b) {
  return hn::Add(a, b);
}
HWY_INLINE DeckMask AreEqual(DeckBytes a, DeckBytes b) {
  return hn::Eq(a, b);
}
HWY_INLINE DeckMask AreBelow(DeckBytes a, DeckBytes b) {
  return hn::Lt(a, b);
}
HWY_INLINE DeckBytes Choose(DeckMask mask, DeckBytes yes, DeckBytes no) {
  return hn::IfThenElse(mask, yes, no);
}
HWY_INLINE DeckBytes AddWhere(DeckMask mask, DeckBytes added, DeckBytes counts) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  return DeckBytes{_mm512_mask_add_epi8(counts.raw, mask.raw, counts.raw, added.raw)};
#else
  return hn::Add(counts, hn::IfThenElseZero(mask, added));
#endif
}
HWY_INLINE DeckBytes LowerOf(DeckBytes a, DeckBytes b) {
  return hn::Min(a, b);
}
HWY_INLINE DeckBytes HigherOf(DeckBytes a, DeckBytes b) {
  return hn::Max(a, b);
}
HWY_INLINE DeckBytes AddOneWhere(DeckMask mask, DeckBytes counts) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  // One instruction, where a mask that is made a vector first takes two.
  return DeckBytes{_mm512_mask_add_epi8(counts.raw, mask.raw, counts.raw, AllOf(1).raw)};
#else
  return hn::Sub(counts, hn::VecFromMask(deck_tag, mask));
#endif
}
// The lowest bit is of the first deck.
HWY_INLINE std::uint64_t BitsOf(DeckMask mask) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  return mask.raw;
#else
  std::uint8_t bytes[sizeof(std::uint64_t)] = {};
  hn::StoreMaskBits(deck_tag, mask, bytes);
  std::uint64_t bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  return bits;
#endif
}
// Bytes below 256.
HWY_INLINE std::uint64_t SumOfBytes(DeckBytes bytes) {
  const hn::RepartitionToWide<hn::RepartitionToWide<hn::RepartitionToWide<hn::RebindToUnsigned<DeckTag> > > >
      sums;
  const auto of_eight = hn::SumsOf8(hn::BitCast(hn::RebindToUnsigned<DeckTag>(), bytes));
  return hn::GetLane(hn::SumOfLanes(sums, of_eight));
}

#endif

static_assert(decks_of_planes % decks_of_vector == 0);

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#endif  // the toggle
