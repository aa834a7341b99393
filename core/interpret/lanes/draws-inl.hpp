// Draws in vector lanes: the values of a tile's draws, made of the words of each lane's source. Compiled once
// for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_DRAWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_DRAWS_INL
#undef FAIRSHUFFLE_LANES_DRAWS_INL
#else
#define FAIRSHUFFLE_LANES_DRAWS_INL
#endif

#include <type_traits>

#include "core/interpret/lanes/sources-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// Rows, that is trials of each lane, that are worked on together: their decks fit the registers.
inline constexpr std::size_t tile_rows = 8;

/// Where the values of draw `draw` in row `row` stand among a tile's values.
HWY_INLINE std::size_t ValueAt(std::size_t draw, std::size_t row) {
  return (draw * tile_rows + row) * lane_count;
}

// Draws a batch for one row from the lower 32 bits of `bits`, in the lanes of `drawing`. Gives the lanes
// among them that are to be drawn again.
HWY_INLINE M64 DrawBatchOfRow(const DrawPlan& plan, const DrawBatch& batch, V64 bits, M64 drawing,
                              std::uint64_t* values, std::size_t row) {
  for (std::size_t draw = batch.first; draw < batch.first + batch.draws; ++draw) {
    bits = Multiply32(bits, hn::Set(d64, plan.draws[draw].bound));
    std::uint64_t* at = values + ValueAt(draw, row);
    hn::Store(hn::IfThenElse(drawing, hn::ShiftRight<32>(bits), hn::Load(d64, at)), d64, at);
  }
  return hn::And(drawing, hn::Lt(hn::And(bits, hn::Set(d64, 0xffffffff)), hn::Set(d64, batch.threshold)));
}

// Draws for the rows again from the states, with an eye on every lane. A word serves two rows: its lower half
// the even one, its upper half the odd one. A lane that has to draw again takes further words, lower halves
// only; its source moves on where that lane draws, so that what it sees does not depend on its neighbours.
template <class Source>
HWY_NOINLINE void FillBatchedWithCare(const DrawPlan& plan, LaneStates& states, std::size_t lane,
                                      std::uint64_t* values, std::size_t rows) {
  Source source(states, lane);
  const M64 all = hn::Eq(hn::Zero(d64), hn::Zero(d64));
  for (std::size_t pair = 0; pair < rows; pair += 2) {
    // The words wait where the first values of the odd row go.
    for (const DrawBatch& batch : plan.batches) {
      hn::Store(source.Next(), d64, values + ValueAt(batch.first, pair + 1));
    }
    for (std::size_t odd = 0; odd < 2; ++odd) {
      for (const DrawBatch& batch : plan.batches) {
        const V64 word = hn::Load(d64, values + ValueAt(batch.first, pair + 1));
        const V64 half = odd == 0 ? word : hn::ShiftRight<32>(word);
        M64 again = DrawBatchOfRow(plan, batch, half, all, values, pair + odd);
        while (!hn::AllFalse(d64, again)) {
          const Source before = source;
          const V64 further = source.Next();
          source.Keep(again, before);
          again = DrawBatchOfRow(plan, batch, further, again, values, pair + odd);
        }
      }
    }
  }
  source.Store(states, lane);
}

// Each pair of rows has a word for each batch. It waits where the first value of its batch and even row goes.
template <class Source>
HWY_INLINE void StoreWords(const DrawPlan& plan, Source& source, std::uint64_t* values, std::size_t rows) {
  const DrawBatch* const batches = plan.batches.data();
  const std::size_t batch_count = plan.batches.size();
  for (std::size_t pair = 0; pair < rows; pair += 2) {
    for (std::size_t batch = 0; batch < batch_count; ++batch) {
      hn::Store(source.Next(), d64, values + ValueAt(batches[batch].first, pair));
    }
  }
}

// The lanes that must draw a batch again, of the smallest of their last halves.
HWY_INLINE M64 ToDrawAgain(const DrawBatch& batch, hn::Vec<D32> least) {
  const V64 least_half = hn::And(hn::BitCast(d64, least), hn::Set(d64, 0xffffffff));
  return hn::Lt(least_half, hn::Set(d64, batch.threshold));
}

/// Draws for rows 0..rows-1, an even number. First as if no lane had to draw again; where one has, all is
/// done anew with care.
template <class Source>
HWY_NOINLINE void FillBatched(const DrawPlan& plan, LaneStates& states, std::size_t lane,
                              std::uint64_t* values, std::size_t rows) {
  Source source(states, lane);
  StoreWords(plan, source, values, rows);
  M64 again = hn::Lt(hn::Zero(d64), hn::Zero(d64));
  for (const DrawBatch& batch : plan.batches) {
    const std::size_t draws = batch.draws;
    std::uint64_t* at = values + ValueAt(batch.first, 0);
    const std::uint64_t* bound = &plan.bounds[batch.first];
    V64 bits[tile_rows];
    for (std::size_t row = 0; row < tile_rows; row += 2) {
      bits[row] = hn::Load(d64, at + row * lane_count);
      bits[row + 1] = hn::ShiftRight<32>(bits[row]);
    }
    for (std::size_t draw = 0; draw < draws; ++draw) {
      const V64 bound_of_draw = hn::Set(d64, bound[draw]);
      for (std::size_t row = 0; row < tile_rows; ++row) {
        bits[row] = Multiply32(bits[row], bound_of_draw);
        hn::Store(hn::ShiftRight<32>(bits[row]), d64, at + row * lane_count);
      }
      at += tile_rows * lane_count;
    }
    auto least = hn::BitCast(d32, bits[0]);
    for (std::size_t row = 1; row < tile_rows; ++row) least = hn::Min(least, hn::BitCast(d32, bits[row]));
    again = hn::Or(again, ToDrawAgain(batch, least));
  }
  if (HWY_UNLIKELY(!hn::AllFalse(d64, again))) {
    return FillBatchedWithCare<Source>(plan, states, lane, values, rows);
  }
  source.Store(states, lane);
}

// value * bound / words for the words of the plan, 2^word_bits - gap of them, and the remainder.
struct Quotient {
  V64 value;
  V64 remainder;
};
HWY_INLINE Quotient DivideByWords(const DrawPlan& plan, V64 product) {
  const V64 words = hn::Set(d64, (std::uint64_t{1} << plan.word_bits) - static_cast<unsigned>(plan.gap));
  const V64 quotient = hn::ShiftRightSame(product, plan.word_bits);
  if (plan.gap == 0) return {quotient, hn::And(product, hn::Sub(words, hn::Set(d64, 1)))};
  // quotient * 2^word_bits is too much by quotient * gap words, which is less than all words: at most one
  // off.
  const V64 remainder = hn::Sub(product, Multiply32(quotient, words));
  const M64 one_more = hn::Not(hn::Lt(remainder, words));
  return {hn::IfThenElse(one_more, hn::Add(quotient, hn::Set(d64, 1)), quotient),
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
    Quotient drawn = DivideByWords(plan, Multiply32(word, bound));
    const V64 threshold = hn::Set(d64, draw.threshold);
    M64 again = hn::Lt(drawn.remainder, threshold);
    while (HWY_UNLIKELY(!hn::AllFalse(d64, again))) {
      const Source before = source;
      word = hn::ShiftRightSame(source.Next(), plan.cut);
      source.Keep(again, before);
      const Quotient once_more = DivideByWords(plan, Multiply32(word, bound));
      drawn.value = hn::IfThenElse(again, once_more.value, drawn.value);
      again = hn::And(again, hn::Lt(once_more.remainder, threshold));
    }
    return drawn.value;
  }
}

/// Draws for rows 0..rows-1, each of a word of its own, or of several.
template <DrawForm form, class Source>
HWY_NOINLINE void FillByWord(const DrawPlan& plan, LaneStates& states, std::size_t lane,
                             std::uint64_t* values, std::size_t rows) {
  Source source(states, lane);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t draw = 0; draw < plan.draws.size(); ++draw) {
      hn::Store(Draw<form>(plan, plan.draws[draw], source), d64, values + ValueAt(draw, row));
    }
  }
  source.Store(states, lane);
}

/// The ways to draw for rows of values.
struct RowFills {
  using Fill = void (*)(const DrawPlan&, LaneStates&, std::size_t lane, std::uint64_t* values,
                        std::size_t rows);
  template <DrawForm form, class Source>
  static constexpr Fill by_word = &FillByWord<form, Source>;
  static constexpr Fill batched = &FillBatched<XoshiroLanes>;
};

// Whole words of 64 bits come from xoshiro256++ alone.
template <class Fills, class Source>
typename Fills::Fill FillOf(DrawForm form) {
  if constexpr (std::is_same_v<Source, XoshiroLanes>) {
    if (form == DrawForm::batched) return Fills::batched;
    if (form == DrawForm::multiply_shift_64) {
      return Fills::template by_word<DrawForm::multiply_shift_64, Source>;
    }
  }
  if (form == DrawForm::modulo) return Fills::template by_word<DrawForm::modulo, Source>;
  if (form == DrawForm::multiply_shift) return Fills::template by_word<DrawForm::multiply_shift, Source>;
  return Fills::template by_word<DrawForm::exact, Source>;
}

template <class Fills>
typename Fills::Fill FillOf(const DrawPlan& plan) {
  switch (plan.source) {
    case LaneSource::xoshiro256pp:
      return FillOf<Fills, XoshiroLanes>(plan.form);
    case LaneSource::msvc_rand:
      return FillOf<Fills, MsvcLanes>(plan.form);
    case LaneSource::ansi_c_rand:
      return FillOf<Fills, AnsiCLanes>(plan.form);
    case LaneSource::minstd:
      return FillOf<Fills, MinstdLanes>(plan.form);
    case LaneSource::java_random:
      break;
  }
  return FillOf<Fills, JavaLanes>(plan.form);
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
