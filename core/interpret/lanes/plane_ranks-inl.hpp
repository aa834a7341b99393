// The check and the ranks of decks in planes. Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANE_RANKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANE_RANKS_INL
#undef FAIRSHUFFLE_LANES_PLANE_RANKS_INL
#else
#define FAIRSHUFFLE_LANES_PLANE_RANKS_INL
#endif

#include "core/interpret/lanes/planes-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

using V16 = hn::Vec<D16>;

template <int p, int deck_size>
HWY_INLINE V8 CardsFrom(const Planes<deck_size>& planes, V8 bits, V8 cards) {
  if constexpr (p < deck_size) {
    return CardsFrom<p + 1>(planes, bits, hn::Or(cards, hn::TableLookupBytes(bits, planes.card[p])));
  } else {
    return cards;
  }
}

/// The cards that each deck has, as bits. All n of them are there only if each is there once.
template <int deck_size>
HWY_INLINE V8 CardsOf(const Planes<deck_size>& planes) {
  HWY_ALIGN static constexpr std::uint8_t card_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  return CardsFrom<0>(planes, hn::LoadDup128(d8, card_bits), hn::Zero(d8));
}

constexpr int OrderCountOf(int cards) {
  return cards < 2 ? 1 : cards * OrderCountOf(cards - 1);
}

template <int position, int later, int weight, int deck_size>
HWY_INLINE V8 AddSmallerFrom(const Planes<deck_size>& planes, V8 sum) {
  if constexpr (later < deck_size) {
    const hn::RebindToSigned<D8> signed_bytes;
    const auto smaller = hn::RebindMask(d8, hn::Lt(hn::BitCast(signed_bytes, planes.card[later]),
                                                   hn::BitCast(signed_bytes, planes.card[position])));
#if HWY_TARGET <= HWY_AVX3
    sum = hn::IfThenElse(smaller, hn::Add(sum, Number(weight)), sum);
#else
    sum = hn::Add(sum, hn::IfThenElseZero(smaller, Number(weight)));
#endif
    return AddSmallerFrom<position, later + 1, weight>(planes, sum);
  } else {
    return sum;
  }
}

// Adds `weight` for each card after position `position` that is smaller than the one there: a digit of the
// Lehmer code.
template <int position, int weight, int deck_size>
HWY_INLINE V8 AddDigit(const Planes<deck_size>& planes, V8 sum) {
  return AddSmallerFrom<position, position + 1, weight>(planes, sum);
}

/// The ranks of orders of up to 5 cards, a byte each: the card at p has (n-1-p)! ranks for each smaller one
/// that comes later.
template <int deck_size>
HWY_INLINE V8 ByteRanks(const Planes<deck_size>& planes) {
  static_assert(deck_size <= 5);
  constexpr auto weight = [](int p) { return p < deck_size ? OrderCountOf(deck_size - 1 - p) : 0; };
  V8 ranks = AddDigit<0, weight(0)>(planes, hn::Zero(d8));
  ranks = AddDigit<1, weight(1)>(planes, ranks);
  ranks = AddDigit<2, weight(2)>(planes, ranks);
  return AddDigit<3, weight(3)>(planes, ranks);
}

/// The ranks of orders of 6 to 8 cards: those of even bytes and those of odd ones.
struct WordRanks {
  V16 even;
  V16 odd;
};
template <int deck_size>
HWY_INLINE WordRanks RanksOf(const Planes<deck_size>& planes) {
  static_assert(deck_size >= 6 && deck_size <= 8);
  // Three numbers that fit a byte: of the first two digits, of the next two, and of the last ones.
  const V8 first = AddDigit<1, 1>(planes, AddDigit<0, deck_size - 1>(planes, hn::Zero(d8)));
  const V8 second = AddDigit<3, 1>(planes, AddDigit<2, deck_size - 3>(planes, hn::Zero(d8)));
  constexpr auto weight = [](int p) { return p < deck_size ? OrderCountOf(deck_size - 1 - p) : 0; };
  V8 third = AddDigit<4, weight(4)>(planes, hn::Zero(d8));
  third = AddDigit<5, weight(5)>(planes, third);
  third = AddDigit<6, weight(6)>(planes, third);

  const V16 first_unit = hn::Set(d16, static_cast<std::uint16_t>(OrderCountOf(deck_size - 2)));
  const V16 second_unit = hn::Set(d16, static_cast<std::uint16_t>(OrderCountOf(deck_size - 4)));
  const auto sum = [&](V16 one, V16 two, V16 three) HWY_ATTR {
    return hn::Add(hn::Add(hn::Mul(one, first_unit), hn::Mul(two, second_unit)), three);
  };
  const auto even = [](V8 bytes) HWY_ATTR { return hn::And(hn::BitCast(d16, bytes), hn::Set(d16, 0xff)); };
  const auto odd = [](V8 bytes) HWY_ATTR { return hn::ShiftRight<8>(hn::BitCast(d16, bytes)); };
  return {sum(even(first), even(second), even(third)), sum(odd(first), odd(second), odd(third))};
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
