// The quotients of decks in planes and those before them in their lanes. Compiled once for each vector
// instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANE_QUOTIENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANE_QUOTIENTS_INL
#undef FAIRSHUFFLE_LANES_PLANE_QUOTIENTS_INL
#else
#define FAIRSHUFFLE_LANES_PLANE_QUOTIENTS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "core/interpret/lanes/plane_ranks-inl.hpp"
#include "core/tally/quotient_codes.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// Of each deck the cards that lie at positions from p on whose number has the bit, and `cards`.
template <int bit, int p, int deck_size>
HWY_INLINE V8 CardsAtFrom(const Planes<deck_size>& planes, V8 card_bits, V8 cards) {
  if constexpr (p < deck_size) {
    if constexpr ((p & bit) != 0) cards = hn::Or(cards, hn::TableLookupBytes(card_bits, planes.card[p]));
    return CardsAtFrom<bit, p + 1>(planes, card_bits, cards);
  } else {
    return cards;
  }
}

// The same of the row before. The four rows of a lane stand side by side in 64 bits.
template <int bit, int deck_size>
HWY_INLINE V8 CardsBeforeAt(const Planes<deck_size>& planes, V8 card_bits) {
  const V64 cards = hn::BitCast(d64, CardsAtFrom<bit, 0>(planes, card_bits, hn::Zero(d8)));
  return hn::BitCast(d8, hn::ShiftLeft<16>(cards));
}

// By position and not by bit, so that little has to be kept at a time.
template <int p, int deck_size>
HWY_INLINE void QuotientsFrom(const Planes<deck_size>& planes, V8 card_bits, V8 at_1, V8 at_2, V8 at_4,
                              Planes<deck_size>& quotients) {
  if constexpr (p < deck_size) {
    const V8 card = hn::TableLookupBytes(card_bits, planes.card[p]);
    const auto has = [card](V8 cards) HWY_ATTR { return hn::Min(hn::And(cards, card), Number(1)); };
    const V8 upper = hn::Add(hn::Add(has(at_4), has(at_4)), has(at_2));
    quotients.card[p] = hn::Add(hn::Add(upper, upper), has(at_1));
    QuotientsFrom<p + 1>(planes, card_bits, at_1, at_2, at_4, quotients);
  }
}

/// Where in the deck of the row before the cards of each deck lay. Of the first row of a tile it means
/// nothing.
template <int deck_size>
HWY_INLINE Planes<deck_size> QuotientsOf(const Planes<deck_size>& planes) {
  HWY_ALIGN static constexpr std::uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  const V8 card_bits = hn::LoadDup128(d8, bits);
  Planes<deck_size> quotients;
  QuotientsFrom<0>(planes, card_bits, CardsBeforeAt<1>(planes, card_bits),
                   CardsBeforeAt<2>(planes, card_bits), CardsBeforeAt<4>(planes, card_bits), quotients);
  return quotients;
}

/// The ranks of quotients of up to 3 cards, by the ranks of the two orders.
class QuotientTable {
 public:
  explicit QuotientTable(int deck_size) {
    if (deck_size >= QuotientCodes::smallest_deck) return;
    const QuotientRanks& ranks = QuotientRanks::of_deck(deck_size);
    for (std::size_t after = 0; after < most_orders; ++after) {
      for (std::size_t before = 0; before < most_orders; ++before) {
        rank_[before * most_orders + after] = ranks.of_pair(before | after << QuotientRanks::rank_bits);
      }
    }
  }

  /// Where either is no rank it means nothing.
  HWY_INLINE V8 Of(V8 before, V8 after) const {
    static_assert(most_orders == 6);
    const V8 twice = hn::Add(before, before);
    const V8 index = hn::Add(hn::Add(hn::Add(twice, twice), twice), after);
    return hn::Or(hn::Or(Looked<0>(index), Looked<1>(index)), Looked<2>(index));
  }

 private:
  static constexpr std::size_t most_orders = 6;

  // 0 unless the index is one of the sixteen of that part.
  template <int part>
  HWY_INLINE V8 Looked(V8 index) const {
    const V8 of_part = hn::SaturatedAdd(hn::Sub(index, Number(16 * part)), Number(0x70));
    return hn::TableLookupBytesOr0(hn::LoadDup128(d8, rank_ + 16 * part), of_part);
  }

  HWY_ALIGN std::uint8_t rank_[48] = {};
};

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
