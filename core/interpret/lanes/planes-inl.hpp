// Decks of up to eight cards in planes, their draws and steps. Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANES_INL
#undef FAIRSHUFFLE_LANES_PLANES_INL
#else
#define FAIRSHUFFLE_LANES_PLANES_INL
#endif

#include <bit>

#include "core/interpret/lanes/draws-inl.hpp"
#include "core/interpret/lanes/lane_programs.hpp"

// Decks of up to 8 cards in planes: plane p holds the cards at position p of as many decks as a register has
// bytes. What a step does to one deck it does to all of them, card by card. Compiled once for each vector
// instruction set.
#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

template <int deck_size>
struct Planes {
  V8 card[deck_size];
};

HWY_INLINE V8 Number(int number) {
  return hn::Set(d8, static_cast<std::uint8_t>(number));
}

HWY_INLINE V8 LoadPlaneValue(const std::uint8_t* values, int draw, int offset) {
  const V8 value = hn::Load(d8, values + static_cast<std::size_t>(draw) * plane_decks);
  return offset == 0 ? value : hn::Add(value, Number(offset));
}

// The positions of the planes are constants everywhere on the way that most trials take, by recursion instead
// of loops: g++ then keeps the planes in registers.
template <int p, int deck_size>
HWY_INLINE void SortFrom(Planes<deck_size>& planes) {
  if constexpr (p < deck_size) {
    planes.card[p] = Number(p);
    SortFrom<p + 1>(planes);
  }
}

template <int p, int deck_size>
HWY_INLINE V8 CardAtFrom(const Planes<deck_size>& planes, V8 index, V8 card) {
  if constexpr (p < deck_size) {
    return CardAtFrom<p + 1>(planes, index, hn::IfThenElse(hn::Eq(index, Number(p)), planes.card[p], card));
  } else {
    return card;
  }
}

/// The card at the position that `index` has for each deck.
template <int deck_size>
HWY_INLINE V8 CardAt(const Planes<deck_size>& planes, V8 index) {
  return CardAtFrom<1>(planes, index, planes.card[0]);
}

// Which positions a swap with a given one may reach.
struct ReachesLower {
  static constexpr bool has(int p, int position) { return p < position; }
};
struct ReachesUpper {
  static constexpr bool has(int p, int position) { return p > position; }
};
struct ReachesAny {
  static constexpr bool has(int p, int position) { return p != position; }
};

// Gives `given` to the position from p on that is `index`, and gives the card that was there, or `taken`.
template <class Reach, int position, int p, int deck_size>
HWY_INLINE V8 SwapFrom(V8 index, V8 given, V8 taken, Planes<deck_size>& planes) {
  if constexpr (p < deck_size) {
    if constexpr (Reach::has(p, position)) {
      const auto here = hn::Eq(index, Number(p));
      taken = hn::IfThenElse(here, planes.card[p], taken);
      planes.card[p] = hn::IfThenElse(here, given, planes.card[p]);
    }
    return SwapFrom<Reach, position, p + 1>(index, given, taken, planes);
  } else {
    return taken;
  }
}

// Where a number, and p, below 128.
HWY_INLINE hn::Mask<D8> IsBelow(V8 number, int p) {
  const hn::RebindToSigned<D8> signed_bytes;
  return hn::RebindMask(d8, hn::Lt(hn::BitCast(signed_bytes, number), hn::BitCast(signed_bytes, Number(p))));
}

// Positions from p down to 0 close up over the one that `moved` comes from, and make room for it at `to`.
template <int p, int deck_size>
HWY_INLINE void MoveLowerFrom(V8 to, V8 moved, Planes<deck_size>& planes) {
  if constexpr (p > 0) {
    planes.card[p] = hn::IfThenElse(IsBelow(to, p), planes.card[p - 1], planes.card[p]);
  }
  planes.card[p] = hn::IfThenElse(hn::Eq(to, Number(p)), moved, planes.card[p]);
  if constexpr (p > 0) MoveLowerFrom<p - 1>(to, moved, planes);
}

// Positions from p down to `position` close up over the card that is taken out of `from`.
template <int position, int p, int deck_size>
HWY_INLINE void CloseUpFrom(V8 from, Planes<deck_size>& planes) {
  if constexpr (p > position) {
    planes.card[p] = hn::IfThenElse(IsBelow(from, p), planes.card[p], planes.card[p - 1]);
    CloseUpFrom<position, p - 1>(from, planes);
  }
}

// What is done to the card at a position and that at a drawn index.
template <class Reach>
struct Swapping {
  template <int position, int deck_size>
  static HWY_INLINE void At(V8 index, Planes<deck_size>& planes) {
    const V8 given = planes.card[position];
    planes.card[position] = SwapFrom<Reach, position, 0>(index, given, given, planes);
  }
};
struct MovingLower {
  template <int position, int deck_size>
  static HWY_INLINE void At(V8 index, Planes<deck_size>& planes) {
    MoveLowerFrom<position>(index, planes.card[position], planes);
  }
};
struct MovingFromUpper {
  template <int position, int deck_size>
  static HWY_INLINE void At(V8 index, Planes<deck_size>& planes) {
    const V8 taken = CardAtFrom<position + 1>(planes, index, planes.card[position]);
    CloseUpFrom<position, deck_size - 1>(index, planes);
    planes.card[position] = taken;
  }
};

template <class Doing, int position, int deck_size>
HWY_INLINE void DoAtConstant(V8 index, Planes<deck_size>& planes) {
  if constexpr (position < deck_size) Doing::template At<position>(index, planes);
}

// The position is a constant in each case, so that the planes stay in registers.
template <class Doing, int deck_size>
HWY_INLINE void DoAt(int position, V8 index, Planes<deck_size>& planes) {
  switch (position) {
    case 0:
      return DoAtConstant<Doing, 0>(index, planes);
    case 1:
      return DoAtConstant<Doing, 1>(index, planes);
    case 2:
      return DoAtConstant<Doing, 2>(index, planes);
    case 3:
      return DoAtConstant<Doing, 3>(index, planes);
    case 4:
      return DoAtConstant<Doing, 4>(index, planes);
    case 5:
      return DoAtConstant<Doing, 5>(index, planes);
    case 6:
      return DoAtConstant<Doing, 6>(index, planes);
    default:
      return DoAtConstant<Doing, 7>(index, planes);
  }
}

// Where `by` holds, position p gets the card of p + shift, round the deck.
template <int shift, int p, int deck_size>
HWY_INLINE void TurnFrom(const Planes<deck_size>& before, hn::Mask<D8> by, Planes<deck_size>& planes) {
  if constexpr (p < deck_size) {
    planes.card[p] = hn::IfThenElse(by, before.card[(p + shift) % deck_size], before.card[p]);
    TurnFrom<shift, p + 1>(before, by, planes);
  }
}

// Turns by one position, by two and by four, as the bits of the cut say.
template <int shift, int deck_size>
HWY_INLINE void CutFrom(V8 first, Planes<deck_size>& planes) {
  if constexpr (shift < deck_size) {
    const Planes<deck_size> before = planes;
    TurnFrom<shift, 0>(before, hn::TestBit(first, Number(shift)), planes);
    CutFrom<2 * shift>(first, planes);
  }
}

template <int p, int deck_size>
HWY_INLINE void SwapDrawnFrom(V8 first, V8 at_first, V8 second, V8 at_second, Planes<deck_size>& planes) {
  if constexpr (p < deck_size) {
    const V8 swapped = hn::IfThenElse(hn::Eq(second, Number(p)), at_first, planes.card[p]);
    planes.card[p] = hn::IfThenElse(hn::Eq(first, Number(p)), at_second, swapped);
    SwapDrawnFrom<p + 1>(first, at_first, second, at_second, planes);
  }
}

template <int deck_size>
HWY_INLINE void SwapDrawn(V8 first, V8 second, Planes<deck_size>& planes) {
  SwapDrawnFrom<0>(first, CardAt(planes, first), second, CardAt(planes, second), planes);
}

// The steps of a program on planes: the frequent ones in registers, the rare ones in functions of their own.
// Compiled once for each vector instruction set.

template <int deck_size>
HWY_NOINLINE void Rearrange(const PlaneStep& step, V8 value, Planes<deck_size>& planes) {
  const Planes<deck_size> before = planes;
  for (int p = 0; p < deck_size; ++p) {
    const auto at = static_cast<std::size_t>(p);
    unsigned sources = step.sources[at];
    V8 card = before.card[std::countr_zero(sources)];
    sources &= sources - 1;
    if (sources != 0) {
      const V8 source = hn::TableLookupBytes(hn::LoadDup128(d8, step.source[at].data()), value);
      for (; sources != 0; sources &= sources - 1) {
        const int from = std::countr_zero(sources);
        card = hn::IfThenElse(hn::Eq(source, Number(from)), before.card[from], card);
      }
    }
    planes.card[p] = card;
  }
}

template <int deck_size>
HWY_NOINLINE void DealByItself(Planes<deck_size>& planes) {
  const Planes<deck_size> before = planes;
  for (int p = 0; p < deck_size; ++p) planes.card[p] = CardAt(before, before.card[p]);
}

/// Throwing packets is a sort by how many begin behind a card.
template <int deck_size>
HWY_INLINE void ToPacketsBehind(V8* label) {
  V8 behind = hn::Zero(d8);
  for (int p = deck_size - 1; p >= 0; --p) {
    const auto begins = hn::Eq(label[p], hn::Zero(d8));
    label[p] = behind;
    behind = hn::Add(behind, hn::IfThenElseZero(begins, Number(1)));
  }
}

/// Sorts by labels, turns the even ones round, throws packets, or undoes sorting. Position p comes at
/// place[p] of the labels in stable order.
template <int deck_size>
HWY_NOINLINE void MoveByLabels(const PlaneStep& step, const std::uint8_t* values, Planes<deck_size>& planes) {
  const Planes<deck_size> before = planes;
  V8 label[deck_size], place[deck_size];
  for (int p = 0; p < deck_size; ++p) {
    const StepIndex& index = step.labels[static_cast<std::size_t>(p)];
    label[p] = index.is_drawn() ? LoadPlaneValue(values, index.draw, index.fixed) : Number(index.fixed);
    place[p] = hn::Zero(d8);
  }
  if (step.by->labels == LabelUse::packets) ToPacketsBehind<deck_size>(label);
  const V8 turned = Number(step.by->turns_even ? 1 : 0);
  for (int p = 0; p < deck_size; ++p) {
    const V8 bound = hn::Or(label[p], turned);
    for (int q = p + 1; q < deck_size; ++q) {
      const auto later_first = hn::Lt(label[q], bound);
      place[p] = hn::Add(place[p], hn::IfThenElseZero(later_first, Number(1)));
      place[q] = hn::Add(place[q], hn::IfThenZeroElse(later_first, Number(1)));
    }
  }
  for (int p = 0; p < deck_size; ++p) {
    if (step.by->is_inverse) {
      planes.card[p] = CardAt(before, place[p]);
    } else {
      V8 card = before.card[0];
      for (int q = 1; q < deck_size; ++q) {
        card = hn::IfThenElse(hn::Eq(place[q], Number(p)), before.card[q], card);
      }
      planes.card[p] = card;
    }
  }
}

// Apart from the frequent steps, so that the planes of those need not lie in memory.
template <int deck_size>
HWY_NOINLINE Planes<deck_size> AfterRareStep(const PlaneStep& step, const std::uint8_t* values,
                                             Planes<deck_size> planes) {
  switch (step.kind) {
    case PlaneStep::Kind::deal_by_itself:
      DealByItself(planes);
      break;
    case PlaneStep::Kind::by_labels:
      MoveByLabels(step, values, planes);
      break;
    case PlaneStep::Kind::constant:
      Rearrange(step, hn::Zero(d8), planes);
      break;
    default:
      Rearrange(step, LoadPlaneValue(values, step.draw, 0), planes);
  }
  return planes;
}

/// Sorted decks after the steps of the program. `values` has a register for each draw.
template <int deck_size>
HWY_INLINE Planes<deck_size> ShuffledPlanes(const PlaneProgram& program, const std::uint8_t* values) {
  Planes<deck_size> planes;
  SortFrom<0>(planes);
  for (const PlaneStep& step : program.steps) {
    switch (step.kind) {
      case PlaneStep::Kind::swap_lower:
        DoAt<Swapping<ReachesLower>>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::swap_upper:
        DoAt<Swapping<ReachesUpper>>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::swap_any:
        DoAt<Swapping<ReachesAny>>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::move_lower:
        DoAt<MovingLower>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::move_from_upper:
        DoAt<MovingFromUpper>(step.position, LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::cut:
        CutFrom<1>(LoadPlaneValue(values, step.draw, step.offset), planes);
        break;
      case PlaneStep::Kind::swap_drawn:
        SwapDrawn(LoadPlaneValue(values, step.draw, step.offset),
                  LoadPlaneValue(values, step.second_draw, step.second_offset), planes);
        break;
      default:
        planes = AfterRareStep(step, values, planes);
    }
  }
  return planes;
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
