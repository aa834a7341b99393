// Random words and draws of all lanes. Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_DRAWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_DRAWS_INL
#undef FAIRSHUFFLE_LANES_DRAWS_INL
#else
#define FAIRSHUFFLE_LANES_DRAWS_INL
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hwy/highway.h>

#include "core/interpret/lanes/kernel.hpp"
#include "core/interpret/lanes/one_by_one.hpp"
#include "core/random/generators.hpp"
#include "core/random/language_generators.hpp"

// Sources in vector lanes: each lane steps through the words of its own source. Compiled once for each vector
// instruction set; no include guard in the usual sense.
#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One number of 64 bits a lane, and the same registers as numbers of 32, 16 and 8 bits.
using D64 = hn::ScalableTag<std::uint64_t>;
using D32 = hn::Repartition<std::uint32_t, D64>;
using D16 = hn::Repartition<std::uint16_t, D64>;
using D8 = hn::Repartition<std::uint8_t, D64>;
using V64 = hn::Vec<D64>;
using V16 = hn::Vec<D16>;
using V8 = hn::Vec<D8>;
using M64 = hn::Mask<D64>;

inline constexpr D64 d64{};
inline constexpr D32 d32{};
inline constexpr D16 d16{};
inline constexpr D8 d8{};
inline constexpr std::size_t lane_count = hn::MaxLanes(D64());

/// The product of the lower 32 bits of both, in 64 bits.
HWY_INLINE V64 Multiply32(V64 a, V64 b) {
  return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, b));
}

// Every source: loads lanes lane..lane+lane_count-1 of a block's states and stores them again; Next() gives
// each lane's next word; Keep(lanes, before) puts the lanes that are not in `lanes` back to `before`.

class XoshiroLanes {
 public:
  XoshiroLanes(const LaneStates& states, std::size_t lane)
      : s0_(hn::Load(d64, &states.words[0][lane])),
        s1_(hn::Load(d64, &states.words[1][lane])),
        s2_(hn::Load(d64, &states.words[2][lane])),
        s3_(hn::Load(d64, &states.words[3][lane])) {}

  HWY_INLINE void Store(LaneStates& states, std::size_t lane) const {
    hn::Store(s0_, d64, &states.words[0][lane]);
    hn::Store(s1_, d64, &states.words[1][lane]);
    hn::Store(s2_, d64, &states.words[2][lane]);
    hn::Store(s3_, d64, &states.words[3][lane]);
  }

  HWY_INLINE V64 Next() {
    const V64 word = hn::Add(hn::RotateRight<64 - 23>(hn::Add(s0_, s3_)), s0_);
    const V64 shifted = hn::ShiftLeft<17>(s1_);
    s2_ = hn::Xor(s2_, s0_);
    s3_ = hn::Xor(s3_, s1_);
    s1_ = hn::Xor(s1_, s2_);
    s0_ = hn::Xor(s0_, s3_);
    s2_ = hn::Xor(s2_, shifted);
    s3_ = hn::RotateRight<64 - 45>(s3_);
    return word;
  }

  HWY_INLINE void Keep(M64 lanes, const XoshiroLanes& before) {
    s0_ = hn::IfThenElse(lanes, s0_, before.s0_);
    s1_ = hn::IfThenElse(lanes, s1_, before.s1_);
    s2_ = hn::IfThenElse(lanes, s2_, before.s2_);
    s3_ = hn::IfThenElse(lanes, s3_, before.s3_);
  }

 private:
  V64 s0_, s1_, s2_, s3_;
};

/// What the sources with one number of state share. `Step` has V64 Next(V64& state).
template <class Step>
class OneNumberLanes {
 public:
  OneNumberLanes(const LaneStates& states, std::size_t lane)
      : state_(hn::Load(d64, &states.words[0][lane])) {}

  HWY_INLINE void Store(LaneStates& states, std::size_t lane) const {
    hn::Store(state_, d64, &states.words[0][lane]);
  }
  HWY_INLINE V64 Next() { return Step::Next(state_); }
  HWY_INLINE void Keep(M64 lanes, const OneNumberLanes& before) {
    state_ = hn::IfThenElse(lanes, state_, before.state_);
  }

 private:
  V64 state_;
};

/// The rand() of C libraries: x -> multiplier x + increment mod 2^32, a word is bits 16..30 of x. What stands
/// above bit 31 of a lane is left over and never looked at.
template <class Scalar>
struct Rand15Step {
  static HWY_INLINE V64 Next(V64& state) {
    state = hn::Add(Multiply32(state, hn::Set(d64, Scalar::multiplier)), hn::Set(d64, Scalar::increment));
    return hn::And(hn::ShiftRight<16>(state), hn::Set(d64, 0x7fff));
  }
};

struct MinstdStep {
  static HWY_INLINE V64 Next(V64& state) {
    // 2^31 = 1 mod 2^31 - 1, so the bits above the lowest 31 are added to those; the product is below 2^47
    // and the sum below 2^31 + 2^16, less than twice the modulus.
    const V64 modulus = hn::Set(d64, Minstd::modulus);
    const V64 product = Multiply32(state, hn::Set(d64, Minstd::multiplier));
    const V64 sum = hn::Add(hn::And(product, modulus), hn::ShiftRight<31>(product));
    // Where the sum is below the modulus, the difference wraps around and is the larger one.
    state = hn::BitCast(d64, hn::Min(hn::BitCast(d32, sum), hn::BitCast(d32, hn::Sub(sum, modulus))));
    return hn::Sub(state, hn::Set(d64, 1));
  }
};

struct JavaStep {
  static HWY_INLINE V64 Next(V64& state) {
    // 48 bits times 35 bits mod 2^48, from products of 32 bits.
    const V64 low = hn::Set(d64, JavaRandom::multiplier & 0xffffffff);
    const V64 high = hn::Set(d64, JavaRandom::multiplier >> 32);
    const V64 crossed = hn::Add(Multiply32(hn::ShiftRight<32>(state), low), Multiply32(state, high));
    const V64 product = hn::Add(Multiply32(state, low), hn::ShiftLeft<32>(crossed));
    state =
        hn::And(hn::Add(product, hn::Set(d64, JavaRandom::increment)), hn::Set(d64, JavaRandom::state_mask));
    return hn::ShiftRight<16>(state);
  }
};

using MsvcLanes = OneNumberLanes<Rand15Step<MsvcRand>>;
using AnsiCLanes = OneNumberLanes<Rand15Step<AnsiCRand>>;
using MinstdLanes = OneNumberLanes<MinstdStep>;
using JavaLanes = OneNumberLanes<JavaStep>;

// Draws in vector lanes, made of the words of each lane's source.

// value * bound / words for the words of the plan, 2^word_bits - gap of them, and the remainder.
struct Successive {
  V64 value;
  V64 remainder;
};
HWY_INLINE Successive DivideByWords(const DrawPlan& plan, V64 product) {
  const V64 words = hn::Set(d64, (std::uint64_t{1} << plan.word_bits) - static_cast<unsigned>(plan.gap));
  const V64 relative = hn::ShiftRightSame(product, plan.word_bits);
  if (plan.gap == 0) return {relative, hn::And(product, hn::Sub(words, hn::Set(d64, 1)))};
  // relative permutation * 2^word_bits is too much by relative permutation * gap words, which is less than
  // all words: at most one off.
  const V64 remainder = hn::Sub(product, Multiply32(relative, words));
  const M64 one_more = hn::Not(hn::Lt(remainder, words));
  return {hn::IfThenElse(one_more, hn::Add(relative, hn::Set(d64, 1)), relative),
          hn::IfThenElse(one_more, hn::Sub(remainder, words), remainder)};
}

HWY_INLINE V64 Modulo(const DrawParameters& draw, V64 value) {
  const V64 fraction = Multiply32(value, hn::Set(d64, draw.reciprocal));
  return hn::ShiftRight<32>(Multiply32(fraction, hn::Set(d64, draw.bound)));
}

HWY_INLINE V64 ModuloByChunks(const DrawPlan& plan, const DrawParameters& draw, V64 word) {
  V64 remainder = hn::Zero(d64);
  for (int chunk = plan.chunks - 1; chunk >= 0; --chunk) {
    const V64 digits = hn::And(hn::ShiftRightSame(word, 16 * chunk), hn::Set(d64, 0xffff));
    remainder = Modulo(draw, hn::Or(hn::ShiftLeft<16>(remainder), digits));
  }
  return remainder;
}

template <DrawForm form, class Source>
HWY_INLINE V64 Draw(const DrawPlan& plan, const DrawParameters& draw, Source& source) {
  V64 word = hn::ShiftRightSame(source.Next(), plan.cut);
  const V64 bound = hn::Set(d64, draw.bound);
  if constexpr (form == DrawForm::modulo) {
    return plan.chunks == 1 ? Modulo(draw, word) : ModuloByChunks(plan, draw, word);
  } else if constexpr (form == DrawForm::multiply_shift) {
    return DivideByWords(plan, Multiply32(word, bound)).value;
  } else if constexpr (form == DrawForm::multiply_shift_64) {
    // The carry of the lower product stays below 2^32, and the sum below 2^64.
    const V64 upper = Multiply32(hn::ShiftRight<32>(word), bound);
    return hn::ShiftRight<32>(hn::Add(upper, hn::ShiftRight<32>(Multiply32(word, bound))));
  } else {
    static_assert(form == DrawForm::exact);
    Successive drawn = DivideByWords(plan, Multiply32(word, bound));
    const V64 threshold = hn::Set(d64, draw.threshold);
    M64 again = hn::Lt(drawn.remainder, threshold);
    while (HWY_UNLIKELY(!hn::AllFalse(d64, again))) {
      const Source before = source;
      word = hn::ShiftRightSame(source.Next(), plan.cut);
      source.Keep(again, before);
      const Successive once_more = DivideByWords(plan, Multiply32(word, bound));
      drawn.value = hn::IfThenElse(again, once_more.value, drawn.value);
      again = hn::And(again, hn::Lt(once_more.remainder, threshold));
    }
    return drawn.value;
  }
}

// Draws for planes: a byte for each deck.

/// Lanes that a tile of planes has, in two halves of a register of 64-bit words each.
inline constexpr std::size_t plane_lanes = 2 * lane_count;

/// Decks in a register, and bytes of it.
inline constexpr std::size_t plane_decks = hn::MaxLanes(D8());

/// Where the draws of successive tiles go.
struct PlaneValues {
  std::uint8_t* values;  ///< a register for each draw of each tile
  std::uint64_t* words;  ///< two registers for each batch of a tile
  std::uint64_t* again;  ///< a register
};

/// So many bits of each deck that a batch is drawn from: those of the rows that a word serves.
template <int bits>
class BatchBits;

/// An element of 16 bits is a quarter of a word, of one of four rows: with those of both halves, a byte each,
/// a register has what its decks draw.
template <>
class BatchBits<16> {
 public:
  HWY_INLINE BatchBits(V64 one, V64 other) : even_(hn::BitCast(d16, one)), odd_(hn::BitCast(d16, other)) {}

  HWY_INLINE V64 Draw(std::uint64_t bound) {
    const V16 bound_of_draw = hn::Set(d16, static_cast<std::uint16_t>(bound));
    const V16 drawn =
        hn::Or(hn::MulHigh(even_, bound_of_draw), hn::ShiftLeft<8>(hn::MulHigh(odd_, bound_of_draw)));
    even_ = hn::Mul(even_, bound_of_draw);
    odd_ = hn::Mul(odd_, bound_of_draw);
    return hn::BitCast(d64, drawn);
  }
  /// Not 0 where what is left is below the threshold.
  HWY_INLINE V64 Again(std::uint64_t threshold) const {
    const V16 least = hn::Set(d16, static_cast<std::uint16_t>(threshold));
    return hn::BitCast(d64, hn::SaturatedSub(least, hn::Min(even_, odd_)));
  }

 private:
  V16 even_, odd_;
};

/// The lower half of a word is of one row, the upper half of the next.
template <>
class BatchBits<32> {
 public:
  HWY_INLINE BatchBits(V64 one, V64 other)
      : first_one_(one),
        first_other_(other),
        next_one_(hn::ShiftRight<32>(one)),
        next_other_(hn::ShiftRight<32>(other)) {}

  HWY_INLINE V64 Draw(std::uint64_t bound) {
    const V64 bound_of_draw = hn::Set(d64, bound);
    first_one_ = Multiply32(first_one_, bound_of_draw);
    first_other_ = Multiply32(first_other_, bound_of_draw);
    next_one_ = Multiply32(next_one_, bound_of_draw);
    next_other_ = Multiply32(next_other_, bound_of_draw);
    const V64 first =
        hn::Or(hn::ShiftRight<32>(first_one_), hn::ShiftLeft<8>(hn::ShiftRight<32>(first_other_)));
    const V64 next = hn::Or(hn::ShiftRight<32>(next_one_), hn::ShiftLeft<8>(hn::ShiftRight<32>(next_other_)));
    return hn::Or(first, hn::ShiftLeft<16>(next));
  }
  HWY_INLINE V64 Again(std::uint64_t threshold) const {
    const auto half = [](V64 bits) HWY_ATTR { return hn::BitCast(d32, bits); };
    const auto least =
        hn::Min(hn::Min(half(first_one_), half(first_other_)), hn::Min(half(next_one_), half(next_other_)));
    const V64 least_left = hn::And(hn::BitCast(d64, least), hn::Set(d64, 0xffffffff));
    return hn::VecFromMask(d64, hn::Lt(least_left, hn::Set(d64, threshold)));
  }

 private:
  V64 first_one_, first_other_, next_one_, next_other_;
};

/// Draws from parts of words. First as if no lane had to draw again; those that have to are looked at one by
/// one.
template <int bits>
HWY_NOINLINE void FillBatched(const DrawPlan& plan, LaneStates& states, std::size_t lane,
                              const PlaneValues& to, std::size_t tiles) {
  constexpr std::size_t words_of_tile = rows_of_word * bits / 64;
  XoshiroLanes first(states, lane), second(states, lane + lane_count);
  std::uint8_t* values = to.values;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    std::uint8_t* const values_of_tile = values;
    for (std::size_t part = 0; part < words_of_tile; ++part) {
      const std::uint64_t* bound = plan.bounds.data();
      std::uint64_t* words = to.words;
      values = values_of_tile;
      V64 again = hn::Zero(d64);
      for (const DrawBatch& batch : plan.batches) {
        const V64 one = first.Next(), other = second.Next();
        hn::Store(one, d64, words);
        hn::Store(other, d64, words + lane_count);
        words += plane_lanes;
        BatchBits<bits> left(one, other);
        for (std::size_t draw = 0; draw < batch.draws; ++draw) {
          V64 drawn = left.Draw(*bound++);
          if constexpr (words_of_tile > 1) {
            if (part > 0) drawn = hn::Or(hn::BitCast(d64, hn::Load(d8, values)), hn::ShiftLeft<32>(drawn));
          }
          hn::Store(hn::BitCast(d8, drawn), d8, values);
          values += plane_decks;
        }
        again = hn::Or(again, left.Again(batch.threshold));
      }
      if (HWY_UNLIKELY(!hn::AllTrue(d64, hn::Eq(again, hn::Zero(d64))))) {
        hn::Store(again, d64, to.again);
        first.Store(states, lane);
        second.Store(states, lane + lane_count);
        draw_again(plan, {lane, lane_count, values_of_tile, to.words, to.again}, part, states);
        first = XoshiroLanes(states, lane);
        second = XoshiroLanes(states, lane + lane_count);
      }
    }
  }
  first.Store(states, lane);
  second.Store(states, lane + lane_count);
}

/// Draws from words of their own, row by row.
template <DrawForm form, class Source>
HWY_NOINLINE void FillByWord(const DrawPlan& plan, LaneStates& states, std::size_t lane,
                             const PlaneValues& to, std::size_t tiles) {
  Source first(states, lane), second(states, lane + lane_count);
  std::uint8_t* values = to.values;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    for (int row = 0; row < static_cast<int>(rows_of_word); ++row) {
      for (std::size_t draw = 0; draw < plan.draws.size(); ++draw) {
        const V64 even = Draw<form>(plan, plan.draws[draw], first);
        const V64 odd = Draw<form>(plan, plan.draws[draw], second);
        const V64 drawn = hn::ShiftLeftSame(hn::Or(even, hn::ShiftLeft<8>(odd)), 16 * row);
        std::uint8_t* const at = values + draw * plane_decks;
        const V64 before = row == 0 ? hn::Zero(d64) : hn::BitCast(d64, hn::Load(d8, at));
        hn::Store(hn::BitCast(d8, hn::Or(before, drawn)), d8, at);
      }
    }
    values += plan.draws.size() * plane_decks;
  }
  first.Store(states, lane);
  second.Store(states, lane + lane_count);
}

/// A way to draw for the lanes from one on.
using Fill = void (*)(const DrawPlan&, LaneStates&, std::size_t lane, const PlaneValues&, std::size_t tiles);

// Whole words of 64 bits come from xoshiro256++ alone.
template <class Source>
Fill FillOf(const DrawPlan& plan) {
  if constexpr (std::is_same_v<Source, XoshiroLanes>) {
    if (plan.form == DrawForm::batched) return plan.batch_bits == 16 ? &FillBatched<16> : &FillBatched<32>;
    if (plan.form == DrawForm::multiply_shift_64) return &FillByWord<DrawForm::multiply_shift_64, Source>;
  }
  if (plan.form == DrawForm::modulo) return &FillByWord<DrawForm::modulo, Source>;
  if (plan.form == DrawForm::multiply_shift) return &FillByWord<DrawForm::multiply_shift, Source>;
  return &FillByWord<DrawForm::exact, Source>;
}

inline Fill FillOfSource(const DrawPlan& plan) {
  switch (plan.source) {
    case LaneSource::xoshiro256pp:
      return FillOf<XoshiroLanes>(plan);
    case LaneSource::msvc_rand:
      return FillOf<MsvcLanes>(plan);
    case LaneSource::ansi_c_rand:
      return FillOf<AnsiCLanes>(plan);
    case LaneSource::minstd:
      return FillOf<MinstdLanes>(plan);
    case LaneSource::java_random:
      break;
  }
  return FillOf<JavaLanes>(plan);
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
