// Vectors of words that hold one bit of each of 64 decks, a word a plane: what is asked of the values of two
// planes is found bit by bit, of all decks and of several planes at a time. Compiled once for each vector
// instruction set where that is faster than one byte a deck.
#if defined(FAIRSHUFFLE_PLANES_WORDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_PLANES_WORDS_INL
#undef FAIRSHUFFLE_PLANES_WORDS_INL
#else
#define FAIRSHUFFLE_PLANES_WORDS_INL
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hwy/highway.h>

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

#endif  // the toggle
