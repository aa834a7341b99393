// Decks of up to 8 cards in planes: plane p holds the cards at position p of as many decks as a register has
// bytes. What a step does to one deck it does to all of them, card by card. Compiled once for each vector
// instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANES_INL
#undef FAIRSHUFFLE_LANES_PLANES_INL
#else
#define FAIRSHUFFLE_LANES_PLANES_INL
#endif

#include "core/interpret/lanes/plane_program.hpp"
#include "core/interpret/lanes/sources-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

using V8 = hn::Vec<D8>;

/// Decks in a register, and bytes of it.
inline constexpr std::size_t plane_decks = hn::MaxLanes(D8());

/// Lanes that a tile of planes has, in two halves of a register of 64-bit words each.
inline constexpr std::size_t plane_lanes = 2 * lane_count;

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
struct Lower {
  static constexpr bool has(int p, int position) { return p < position; }
};
struct Upper {
  static constexpr bool has(int p, int position) { return p > position; }
};
struct Any {
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

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
