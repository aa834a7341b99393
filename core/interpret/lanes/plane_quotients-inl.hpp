// The quotients of decks in planes and those before them in their lanes. Compiled once for each vector
// instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANE_QUOTIENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANE_QUOTIENTS_INL
#undef FAIRSHUFFLE_LANES_PLANE_QUOTIENTS_INL
#else
#define FAIRSHUFFLE_LANES_PLANE_QUOTIENTS_INL
#endif

#include "core/interpret/lanes/plane_ranks-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// The cards that lie at positions from p on whose number has the bit, and `cards`.
template <int bit, int p, int deck_size>
HWY_INLINE V8 CardsAtFrom(const Planes<deck_size>& card_bits, V8 cards) {
  if constexpr (p < deck_size) {
    if constexpr ((p & bit) != 0) cards = hn::Or(cards, card_bits.card[p]);
    return CardsAtFrom<bit, p + 1>(card_bits, cards);
  } else {
    return cards;
  }
}

// Adds `bit` to the quotients from position p on whose cards are among these.
template <int bit, int p, int deck_size>
HWY_INLINE void AddBitFrom(const Planes<deck_size>& card_bits, V8 cards, Planes<deck_size>& quotients) {
  if constexpr (p < deck_size) {
    const V8 sum = hn::Or(quotients.card[p], Number(bit));
    quotients.card[p] = hn::IfThenElse(hn::TestBit(cards, card_bits.card[p]), sum, quotients.card[p]);
    AddBitFrom<bit, p + 1>(card_bits, cards, quotients);
  }
}

template <int bit, int deck_size>
HWY_INLINE void AddBitsFrom(const Planes<deck_size>& card_bits, Planes<deck_size>& quotients) {
  if constexpr (bit < deck_size) {
    // The four rows of a lane stand side by side in 64 bits.
    const V64 cards = hn::BitCast(d64, CardsAtFrom<bit, 0>(card_bits, hn::Zero(d8)));
    AddBitFrom<bit, 0>(card_bits, hn::BitCast(d8, hn::ShiftLeft<16>(cards)), quotients);
    AddBitsFrom<2 * bit>(card_bits, quotients);
  }
}

template <int p, int deck_size>
HWY_INLINE void BitsFrom(const Planes<deck_size>& planes, V8 bits, Planes<deck_size>& card_bits,
                         Planes<deck_size>& quotients) {
  if constexpr (p < deck_size) {
    card_bits.card[p] = hn::TableLookupBytes(bits, planes.card[p]);
    quotients.card[p] = hn::Zero(d8);
    BitsFrom<p + 1>(planes, bits, card_bits, quotients);
  }
}

/// Where in the deck of the row before the cards of each deck lay. Of the first row of a tile it means
/// nothing.
template <int deck_size>
HWY_INLINE Planes<deck_size> QuotientsOf(const Planes<deck_size>& planes) {
  HWY_ALIGN static constexpr std::uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  Planes<deck_size> card_bits, quotients;
  BitsFrom<0>(planes, hn::LoadDup128(d8, bits), card_bits, quotients);
  AddBitsFrom<1>(card_bits, quotients);
  return quotients;
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
