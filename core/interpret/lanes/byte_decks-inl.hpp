// Decks of up to 8 cards in vector lanes, a card a byte: the steps, the check and the ranks of a tile.
// Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_BYTE_DECKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_BYTE_DECKS_INL
#undef FAIRSHUFFLE_LANES_BYTE_DECKS_INL
#else
#define FAIRSHUFFLE_LANES_BYTE_DECKS_INL
#endif

#include "core/interpret/lanes/draws-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// The decks of a tile, one row each.
struct Tile {
  V64 row[tile_rows];
};

// Byte lookups reach over 128 bits, two lanes: in the upper lane the indices are 8 more.
HWY_INLINE V64 UpperLaneOffset() {
  return hn::OddEven(hn::Set(d64, 0x0808080808080808), hn::Zero(d64));
}

// Byte p of each lane becomes byte control.p of that lane. Precondition: bytes of control are 0..7.
HWY_INLINE V64 Permute(V64 deck, V64 control) {
  const V64 within = hn::Or(control, UpperLaneOffset());
  return hn::BitCast(d64, hn::TableLookupBytes(hn::BitCast(d8, deck), hn::BitCast(d8, within)));
}

/// Eight numbers, one of which each lane picks by its own index.
class Choice {
 public:
  explicit HWY_INLINE Choice(const std::array<std::uint64_t, 8>& numbers)
#if HWY_TARGET <= HWY_AVX3
      : numbers_(hn::Load(d64, numbers.data())) {
  }
  HWY_INLINE V64 At(V64 index) const {
    return hn::TableLookupLanes(numbers_, hn::IndicesFromVec(d64, index));
  }

 private:
  V64 numbers_;
#elif HWY_TARGET == HWY_AVX2
  {
    // The lower halves of the eight numbers fill one register, the upper halves another.
    const auto first = hn::LoadU(d32, reinterpret_cast<const std::uint32_t*>(numbers.data()));
    const auto second = hn::LoadU(d32, reinterpret_cast<const std::uint32_t*>(numbers.data()) + 8);
    lower_ = hn::ConcatEven(d32, second, first);
    upper_ = hn::ConcatOdd(d32, second, first);
  }
  HWY_INLINE V64 At(V64 index) const {
    const auto indices = hn::IndicesFromVec(d32, hn::DupEven(hn::BitCast(d32, index)));
    return hn::BitCast(
        d64, hn::OddEven(hn::TableLookupLanes(upper_, indices), hn::TableLookupLanes(lower_, indices)));
  }

 private:
  hn::Vec<D32> lower_, upper_;
#else
      : numbers_(numbers.data()) {
  }
  HWY_INLINE V64 At(V64 index) const {
    HWY_ALIGN std::uint64_t lanes[lane_count];
    hn::Store(index, d64, lanes);
    for (std::uint64_t& lane : lanes) lane = numbers_[lane];
    return hn::Load(d64, lanes);
  }

 private:
  const std::uint64_t* numbers_;
#endif
};

HWY_INLINE V64 LoadValue(const std::uint64_t* values, int draw, std::size_t row) {
  return hn::Load(d64, values + ValueAt(static_cast<std::size_t>(draw), row));
}

HWY_INLINE V64 LoadIndex(const std::uint64_t* values, const StepIndex& index, std::size_t row) {
  const V64 fixed = hn::Set(d64, static_cast<std::uint64_t>(index.fixed));
  return index.is_drawn() ? hn::Add(fixed, LoadValue(values, index.draw, row)) : fixed;
}

/// The cards at two positions change places: what both have different is turned around in both.
template <int card_bits>
HWY_INLINE V64 SwapCards(V64 deck, V64 i, V64 j) {
  constexpr int shift = card_bits == 8 ? 3 : 2;
  const V64 at_i = hn::ShiftLeft<shift>(i), at_j = hn::ShiftLeft<shift>(j);
  const V64 difference =
      hn::And(hn::Xor(hn::Shr(deck, at_i), hn::Shr(deck, at_j)), hn::Set(d64, (1 << card_bits) - 1));
  return hn::Xor(deck, hn::Xor(hn::Shl(difference, at_i), hn::Shl(difference, at_j)));
}

/// Sorts by labels, or undoes it. Position p comes at place[p] of the labels in stable order.
template <int card_bits>
HWY_NOINLINE V64 MoveByLabels(V64 deck, const std::uint64_t* values, const std::vector<StepIndex>& labels,
                              std::size_t row, bool merge) {
  const V64 one = hn::Set(d64, 1), card = hn::Set(d64, (1 << card_bits) - 1);
  const std::size_t deck_size = labels.size();
  V64 label[64 / card_bits], place[64 / card_bits];
  for (std::size_t p = 0; p < deck_size; ++p) {
    label[p] = LoadIndex(values, labels[p], row);
    place[p] = hn::Zero(d64);
  }
  for (std::size_t p = 0; p < deck_size; ++p) {
    for (std::size_t q = p + 1; q < deck_size; ++q) {
      const M64 later_first = hn::Lt(label[q], label[p]);
      place[p] = hn::Add(place[p], hn::IfThenElseZero(later_first, one));
      place[q] = hn::Add(place[q], hn::IfThenZeroElse(later_first, one));
    }
  }
  V64 moved = hn::Zero(d64);
  for (std::size_t p = 0; p < deck_size; ++p) {
    const V64 position = hn::Set(d64, p * card_bits);
    const V64 at_place = hn::ShiftLeft < card_bits == 8 ? 3 : 2 > (place[p]);
    const V64 from = merge ? at_place : position, to = merge ? position : at_place;
    moved = hn::Or(moved, hn::Shl(hn::And(hn::Shr(deck, from), card), to));
  }
  // What lies beyond the deck stays.
  if (deck_size * card_bits == 64) return moved;
  const V64 beyond = hn::Set(d64, ~std::uint64_t{0} << (deck_size * card_bits));
  return hn::Or(moved, hn::And(deck, beyond));
}

HWY_INLINE Tile SortedByteDecks() {
  Tile tile;
  for (V64& deck : tile.row) deck = hn::Set(d64, sorted_byte_deck);
  return tile;
}

// The steps from `step` on that are selections, one after the other while the decks are in registers; gives
// the first step that is none.
HWY_INLINE const ByteStep* DoSelections(const ByteStep* step, const ByteStep* end,
                                        const std::uint64_t* values, Tile& tile) {
  Tile decks = tile;
  for (; step != end && step->kind == ByteStep::Kind::select; ++step) {
    const Choice controls(step->controls);
    const std::uint64_t* value = values + ValueAt(static_cast<std::size_t>(step->draw), 0);
    for (std::size_t row = 0; row < tile_rows; ++row) {
      decks.row[row] = Permute(decks.row[row], controls.At(hn::Load(d64, value + row * lane_count)));
    }
  }
  tile = decks;
  return step;
}

HWY_INLINE void DoByteStep(const ByteStep& step, const std::uint64_t* values, Tile& tile) {
  switch (step.kind) {
    case ByteStep::Kind::select:
      return;
    case ByteStep::Kind::constant: {
      const V64 control = hn::Set(d64, step.controls[0]);
      for (V64& deck : tile.row) deck = Permute(deck, control);
      return;
    }
    case ByteStep::Kind::swap_drawn:
      for (std::size_t row = 0; row < tile_rows; ++row) {
        tile.row[row] = SwapCards<8>(tile.row[row], LoadValue(values, step.draw, row),
                                     LoadValue(values, step.second_draw, row));
      }
      return;
    case ByteStep::Kind::deal_by_itself:
      for (V64& deck : tile.row) deck = Permute(deck, deck);
      return;
    case ByteStep::Kind::sort_by_labels:
    case ByteStep::Kind::merge_by_labels:
      for (std::size_t row = 0; row < tile_rows; ++row) {
        tile.row[row] = MoveByLabels<8>(tile.row[row], values, step.labels, row,
                                        step.kind == ByteStep::Kind::merge_by_labels);
      }
      return;
  }
}

/// True when every deck of the tile holds each of its cards once.
HWY_INLINE bool AllOrders(const Tile& tile, int deck_size) {
  // Each card stands for a bit. Eight bits at most sum up to all bits of the deck only if each is there once.
  // Bytes beyond the deck are looked up as 0x80 or more, which gives 0.
  HWY_ALIGN static constexpr std::uint8_t card_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  const auto card_bit = hn::LoadDup128(d8, card_bits);
  const std::uint64_t cards = deck_size == 8 ? 0 : ~std::uint64_t{0} << (8 * deck_size);
  const V64 beyond = hn::Set(d64, cards & 0x8080808080808080);
  const V64 all_bits = hn::Set(d64, (1U << deck_size) - 1);
  V64 wrong = hn::Zero(d64);
  for (const V64& deck : tile.row) {
    const auto bits = hn::TableLookupBytesOr0(card_bit, hn::BitCast(d8, hn::Or(deck, beyond)));
    wrong = hn::Or(wrong, hn::Xor(hn::SumsOf8(bits), all_bits));
  }
  return hn::AllTrue(d64, hn::Eq(wrong, hn::Zero(d64)));
}

// One more in the byte of each card for each later card that is smaller: the digits of the Lehmer code.
template <int distance, int deck_size>
HWY_INLINE hn::Vec<D8> SmallerLater(V64 turned, hn::Vec<D8> digits) {
  if constexpr (distance >= deck_size) {
    return digits;
  } else {
    // Turned around, smaller is larger, and the zeros that come in beyond the deck are never larger.
    const hn::RebindToSigned<D8> signed_bytes;
    const auto later = hn::BitCast(signed_bytes, hn::ShiftRight<8 * distance>(turned));
    const auto larger = hn::RebindMask(d8, hn::Gt(later, hn::BitCast(signed_bytes, turned)));
    digits = hn::IfThenElse(larger, hn::Add(digits, hn::Set(d8, 1)), digits);
    return SmallerLater<distance + 1, deck_size>(turned, digits);
  }
}

HWY_INLINE V64 TurnedAround(V64 deck) {
  return hn::Xor(deck, hn::Set(d64, 0x0707070707070707));
}

constexpr std::uint64_t OrderCountOf(int cards) {
  return cards < 2 ? 1 : static_cast<std::uint64_t>(cards) * OrderCountOf(cards - 1);
}

// One less in the byte of each of four cards for each earlier card that is smaller.
template <int distance, int cards>
HWY_INLINE hn::Vec<D8> LessSmallerEarlier(hn::Vec<D32> turned, hn::Vec<D8> digits) {
  if constexpr (distance >= cards) {
    return digits;
  } else {
    const hn::RebindToSigned<D8> signed_bytes;
    const auto earlier = hn::BitCast(signed_bytes, hn::ShiftLeft<8 * distance>(turned));
    const auto larger = hn::RebindMask(d8, hn::Gt(earlier, hn::BitCast(signed_bytes, turned)));
    digits = hn::IfThenElse(larger, hn::Sub(digits, hn::Set(d8, 1)), digits);
    return LessSmallerEarlier<distance + 1, cards>(turned, digits);
  }
}

/// The ranks of two rows' decks, orders of 2 to 5 cards, in the lower and the upper 32 bits. The first four
/// cards say it all: those that are smaller and come later are all smaller ones but those that came earlier.
template <int deck_size>
HWY_INLINE V64 SmallByteRanks(V64 even_row, V64 odd_row) {
  const auto cards =
      hn::BitCast(d32, hn::OddEven(hn::BitCast(d32, hn::ShiftLeft<32>(odd_row)), hn::BitCast(d32, even_row)));
  const auto turned = hn::BitCast(d32, TurnedAround(hn::BitCast(d64, cards)));
  const auto digits = LessSmallerEarlier < 1,
             deck_size < 4 ? deck_size : 4 > (turned, hn::BitCast(d8, cards));
  // The card at p has (n-1-p)! ranks for each. The product sums that up in its highest byte: digit p stands
  // in byte p and its weight in byte 3 - p. No byte reaches 256: 4 * 24 + 3 * 6 + 2 * 2 + 1 = 119 is the
  // most.
  constexpr auto weight = [](int p) {
    return p < deck_size - 1 ? OrderCountOf(deck_size - 1 - p) << (8 * (3 - p)) : 0;
  };
  constexpr auto weights = static_cast<std::uint32_t>(weight(0) | weight(1) | weight(2) | weight(3));
  return hn::BitCast(d64, hn::ShiftRight<24>(hn::Mul(hn::BitCast(d32, digits), hn::Set(d32, weights))));
}

/// The rank of each deck, an order of up to 8 cards.
template <int deck_size>
HWY_INLINE V64 ByteRank(V64 deck) {
  const auto digits = hn::BitCast(d16, SmallerLater<1, deck_size>(TurnedAround(deck), hn::Zero(d8)));
  // Digit p counts (n-1-p)! ranks. Two neighbours, digit p in the lower byte, become one number below 56:
  // (low + 256 high) (256 (n-1-p) + 1) has low (n-1-p) + high in its upper byte, as low stays below 256.
  // Beyond the deck digits are 0 and weights do not matter.
  constexpr auto choices = [](int p) { return p < deck_size - 1 ? deck_size - 1 - p : 0; };
  constexpr auto ways = [](int p) {
    return p < deck_size ? static_cast<std::uint16_t>(OrderCountOf(deck_size - 1 - p)) : std::uint16_t{0};
  };
  HWY_ALIGN static constexpr std::uint16_t pair_weights[8] = {
      256 * choices(0) + 1, 256 * choices(2) + 1, 256 * choices(4) + 1, 256 * choices(6) + 1,
      256 * choices(0) + 1, 256 * choices(2) + 1, 256 * choices(4) + 1, 256 * choices(6) + 1};
  HWY_ALIGN static constexpr std::uint16_t rank_weights[8] = {ways(1), ways(3), ways(5), ways(7),
                                                              ways(1), ways(3), ways(5), ways(7)};
  const auto pairs = hn::ShiftRight<8>(hn::Mul(digits, hn::LoadDup128(d16, pair_weights)));
  const V64 parts = hn::BitCast(d64, hn::Mul(pairs, hn::LoadDup128(d16, rank_weights)));
  // The sum of the four parts is below 8!, so it fits 16 bits; only those are kept.
  const V64 halves = hn::Add(parts, hn::ShiftRight<32>(parts));
  return hn::And(hn::Add(halves, hn::ShiftRight<16>(halves)), hn::Set(d64, 0xffff));
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
