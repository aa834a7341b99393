// Vectors of bytes and of bits. Compiled once for each vector instruction set.
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
#include <type_traits>

#include <hwy/highway.h>

#include "core/tally/planes/planes.hpp"

// Vectors of bytes below 128, one a deck. Compiled once for each vector instruction set; where there is none,
// they are what the compiler makes of sixteen bytes.
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
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
// The lowest bit is of the first deck.
HWY_INLINE std::uint64_t BitsOf(DeckMask mask) {
  return mask.raw;
}
#endif
// Bytes below 256.
HWY_INLINE std::uint64_t SumOfBytes(DeckBytes bytes) {
  const hn::RepartitionToWide<hn::RepartitionToWide<hn::RepartitionToWide<hn::RebindToUnsigned<DeckTag> > > >
      sums;
  const auto of_eight = hn::SumsOf8(hn::BitCast(hn::RebindToUnsigned<DeckTag>(), bytes));
  return hn::GetLane(hn::SumOfLanes(sums, of_eight));
}

#endif

static_assert(decks_of_planes % decks_of_vector == 0);

// Rows of bytes made planes. Compiled once for each vector instruction set.

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

// Vectors of words that hold one bit of each of 64 decks, a word a plane: what is asked of the values of two
// planes is found bit by bit, of all decks and of several planes at a time. Compiled once for each vector
// instruction set where that is faster than one byte a deck.
#undef FAIRSHUFFLE_COUNTS_BITS
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
#define FAIRSHUFFLE_COUNTS_BITS 1
#else
#define FAIRSHUFFLE_COUNTS_BITS 0
#endif

#if FAIRSHUFFLE_COUNTS_BITS

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using WordTag = hn::CappedTag<std::uint64_t, 8>;
using Words = hn::Vec<WordTag>;
inline constexpr WordTag word_tag{};
static_assert(hn::MaxLanes(WordTag()) == 8);

// Into a register: the compiler would rather load them again for every use.
HWY_INLINE Words LoadWords(const std::uint64_t* from) {
  Words words = hn::Load(word_tag, from);
  asm("" : "+v"(words.raw));
  return words;
}
HWY_INLINE Words AllWords(std::uint64_t word) {
  return hn::Set(word_tag, word);
}

// Is one value equal to another, by their bits in any order? Where it was so far, and is in this one.
struct Equal {
  static HWY_INLINE Words Step(Words so_far, Words one, Words other) {
    return Words{_mm512_ternarylogic_epi64(so_far.raw, one.raw, other.raw, 0x90)};
  }
};

// Is it lower? By their bits, the lowest first: where this one tells, and else where it was so far.
struct Lower {
  static HWY_INLINE Words Step(Words so_far, Words one, Words other) {
    return Words{_mm512_ternarylogic_epi64(so_far.raw, one.raw, other.raw, 0xB2)};
  }
};

// Calls work(std::integral_constant) with the number of bits of a card.
template <class Work>
HWY_INLINE void ForWidth(std::size_t width, const Work& work) {
  if (width <= 4) return work(std::integral_constant<std::size_t, 4>());
  if (width == 5) return work(std::integral_constant<std::size_t, 5>());
  if (width == 6) return work(std::integral_constant<std::size_t, 6>());
  work(std::integral_constant<std::size_t, 7>());
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#endif  // FAIRSHUFFLE_COUNTS_BITS

#endif  // toggled include guard
