// Decks of up to 16 cards in vector lanes, four bits a card: the steps, the check and the ranks of a tile.
// Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_NIBBLE_DECKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_NIBBLE_DECKS_INL
#undef FAIRSHUFFLE_LANES_NIBBLE_DECKS_INL
#else
#define FAIRSHUFFLE_LANES_NIBBLE_DECKS_INL
#endif

#include <algorithm>

#include "core/interpret/lanes/draws-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// The decks of a tile, one row each.
struct Tile {
  V64 row[tile_rows];
};

HWY_INLINE V64 LoadValue(const std::uint64_t* values, int draw, std::size_t row) {
  return hn::Load(d64, values + ValueAt(static_cast<std::size_t>(draw), row));
}

HWY_INLINE V64 LoadIndex(const std::uint64_t* values, const StepIndex& index, std::size_t row) {
  const V64 fixed = hn::Set(d64, static_cast<std::uint64_t>(index.fixed));
  return index.is_drawn() ? hn::Add(fixed, LoadValue(values, index.draw, row)) : fixed;
}

/// The cards at two positions change places: what both have different is turned around in both.
HWY_INLINE V64 SwapCards(V64 deck, V64 i, V64 j) {
  const V64 at_i = hn::ShiftLeft<2>(i), at_j = hn::ShiftLeft<2>(j);
  const V64 difference = hn::And(hn::Xor(hn::Shr(deck, at_i), hn::Shr(deck, at_j)), hn::Set(d64, 15));
  return hn::Xor(deck, hn::Xor(hn::Shl(difference, at_i), hn::Shl(difference, at_j)));
}

/// The step that most shuffles are made of, in all rows.
HWY_INLINE void SwapFixed(const FixedSwap& swap, const std::uint64_t* values, Tile& tile) {
  const V64 fixed = hn::Set(d64, static_cast<unsigned>(swap.fixed));
  const V64 lowest = hn::Set(d64, static_cast<unsigned>(swap.drawn.fixed));
  for (std::size_t row = 0; row < tile_rows; ++row) {
    const V64 drawn = hn::Add(lowest, LoadValue(values, swap.drawn.draw, row));
    tile.row[row] = SwapCards(tile.row[row], fixed, drawn);
  }
}

/// Throwing packets is a sort by how many begin behind a card.
HWY_INLINE void ToPackedPacketsBehind(V64* label, std::size_t deck_size) {
  V64 behind = hn::Zero(d64);
  for (std::size_t p = deck_size; p-- > 0;) {
    const M64 begins = hn::Eq(label[p], hn::Zero(d64));
    label[p] = behind;
    behind = hn::Add(behind, hn::IfThenElseZero(begins, hn::Set(d64, 1)));
  }
}

/// Sorts by labels, throws packets, or undoes sorting. Position p comes at place[p] of the labels in stable
/// order.
HWY_NOINLINE V64 MovePackedByLabels(V64 deck, const std::uint64_t* values,
                                    const std::vector<StepIndex>& labels, std::size_t row, StepKind kind) {
  const V64 one = hn::Set(d64, 1), card = hn::Set(d64, 15);
  const std::size_t deck_size = labels.size();
  V64 label[largest_lane_deck], place[largest_lane_deck];
  for (std::size_t p = 0; p < deck_size; ++p) {
    label[p] = LoadIndex(values, labels[p], row);
    place[p] = hn::Zero(d64);
  }
  if (kind == StepKind::throw_by_labels) ToPackedPacketsBehind(label, deck_size);
  const bool merge = kind == StepKind::merge_by_labels;
  const V64 turned = hn::Set(d64, bound_of_later_first<std::uint64_t>(kind, 0));
  for (std::size_t p = 0; p < deck_size; ++p) {
    const V64 bound = hn::Or(label[p], turned);
    for (std::size_t q = p + 1; q < deck_size; ++q) {
      const M64 later_first = hn::Lt(label[q], bound);
      place[p] = hn::Add(place[p], hn::IfThenElseZero(later_first, one));
      place[q] = hn::Add(place[q], hn::IfThenZeroElse(later_first, one));
    }
  }
  V64 moved = hn::Zero(d64);
  for (std::size_t p = 0; p < deck_size; ++p) {
    const V64 position = hn::Set(d64, 4 * p);
    const V64 at_place = hn::ShiftLeft<2>(place[p]);
    const V64 from = merge ? at_place : position, to = merge ? position : at_place;
    moved = hn::Or(moved, hn::Shl(hn::And(hn::Shr(deck, from), card), to));
  }
  // What lies beyond the deck stays.
  if (deck_size * 4 == 64) return moved;
  const V64 beyond = hn::Set(d64, ~std::uint64_t{0} << (deck_size * 4));
  return hn::Or(moved, hn::And(deck, beyond));
}

HWY_INLINE Tile SortedNibbleDecks() {
  Tile tile;
  for (V64& deck : tile.row) deck = hn::Set(d64, sorted_nibble_deck);
  return tile;
}

/// All bits below the card at `position`.
HWY_INLINE V64 Below(V64 position) {
  return hn::Sub(hn::Shl(hn::Set(d64, 1), hn::ShiftLeft<2>(position)), hn::Set(d64, 1));
}

HWY_INLINE V64 CardAt(V64 deck, V64 position) {
  return hn::And(hn::Shr(deck, hn::ShiftLeft<2>(position)), hn::Set(d64, 15));
}

HWY_INLINE V64 MoveCard(V64 deck, V64 from, V64 to) {
  const V64 card = CardAt(deck, from);
  const V64 below_from = Below(from), below_to = Below(to);
  const V64 rest = hn::Or(hn::And(deck, below_from), hn::AndNot(below_from, hn::ShiftRight<4>(deck)));
  const V64 opened = hn::Or(hn::And(rest, below_to), hn::ShiftLeft<4>(hn::AndNot(below_to, rest)));
  return hn::Or(opened, hn::Shl(card, hn::ShiftLeft<2>(to)));
}

HWY_INLINE V64 CutCards(V64 deck, V64 first, int deck_size) {
  const V64 cards = hn::Set(d64, ~std::uint64_t{0} >> (64 - 4 * deck_size));
  const V64 inside = hn::And(deck, cards);
  const V64 below = hn::Shr(inside, hn::ShiftLeft<2>(first));
  // Shifted in two goes, as all 64 bits at once is no shift.
  const V64 others = hn::ShiftLeft<2>(hn::Sub(hn::Set(d64, static_cast<unsigned>(deck_size - 1)), first));
  const V64 above = hn::ShiftLeft<4>(hn::Shl(inside, others));
  return hn::Or(hn::And(hn::Or(below, above), cards), hn::AndNot(cards, deck));
}

// Position p gets the card of position source(p).
template <class Source>
HWY_INLINE V64 Rearrange(V64 deck, int deck_size, const Source& source) {
  V64 moved = deck;
  for (int p = 0; p < deck_size; ++p) {
    const V64 position = hn::Set(d64, static_cast<unsigned>(4 * p));
    const V64 both = hn::Xor(CardAt(deck, source(p)), hn::And(hn::Shr(deck, position), hn::Set(d64, 15)));
    moved = hn::Xor(moved, hn::Shl(both, position));
  }
  return moved;
}

// sources[order * deck_size + p]: where the card of position p comes from.
HWY_NOINLINE V64 GatherPiles(V64 deck, V64 order, const std::vector<int>& sources, int deck_size) {
  return Rearrange(deck, deck_size, [&](int p) HWY_ATTR {
    const auto source = [&](std::size_t of_order) HWY_ATTR {
      return hn::Set(
          d64, static_cast<unsigned>(
                   sources[of_order * static_cast<std::size_t>(deck_size) + static_cast<std::size_t>(p)]));
    };
    V64 from = source(0);
    for (std::size_t next = 1; (next + 1) * static_cast<std::size_t>(deck_size) <= sources.size(); ++next) {
      from = hn::IfThenElse(hn::Eq(order, hn::Set(d64, next)), source(next), from);
    }
    return from;
  });
}

HWY_NOINLINE V64 DoNibbleStep(const Step& step, const std::uint64_t* values, std::size_t row, int deck_size,
                              V64 deck) {
  switch (step.kind) {
    case StepKind::swap:
      return SwapCards(deck, LoadIndex(values, step.first, row), LoadIndex(values, step.second, row));
    case StepKind::move:
      return MoveCard(deck, LoadIndex(values, step.first, row), LoadIndex(values, step.second, row));
    case StepKind::cut:
      return CutCards(deck, LoadIndex(values, step.first, row), deck_size);
    case StepKind::copy:
      return Rearrange(deck, deck_size, [&](int p) HWY_ATTR {
        return hn::Set(d64, static_cast<unsigned>(step.sources[static_cast<std::size_t>(p)]));
      });
    case StepKind::deal_by_itself:
      return Rearrange(deck, deck_size,
                       [&](int p) HWY_ATTR { return CardAt(deck, hn::Set(d64, static_cast<unsigned>(p))); });
    case StepKind::sort_by_labels:
    case StepKind::merge_by_labels:
    case StepKind::shelve_by_labels:
    case StepKind::throw_by_labels:
      break;
    case StepKind::gather_piles:
      return GatherPiles(deck, LoadIndex(values, step.first, row), step.sources, deck_size);
  }
  return MovePackedByLabels(deck, values, step.labels, row, step.kind);
}

/// The cards at even positions and those at odd ones, a byte each.
struct SplitDeck {
  V64 even;
  V64 odd;
};
HWY_INLINE SplitDeck Split(V64 deck) {
  const V64 low = hn::Set(d64, 0x0f0f0f0f0f0f0f0f);
  return {hn::And(deck, low), hn::And(hn::ShiftRight<4>(deck), low)};
}

// In each lane, of every two rows that lie `distance` apart: the bytes of the first one that lie as far
// behind others of it change places with those of the second one.
template <std::size_t distance>
HWY_INLINE void SwapBytesOfRows(V64* rows) {
  constexpr int bits = 8 * static_cast<int>(distance);
  constexpr std::uint64_t first_bytes = distance == 4   ? 0x0000'0000'ffff'ffff
                                        : distance == 2 ? 0x0000'ffff'0000'ffff
                                                        : 0x00ff'00ff'00ff'00ff;
  const V64 first = hn::Set(d64, first_bytes);
  for (std::size_t row = 0; row < tile_rows; ++row) {
    if ((row & distance) != 0) continue;
    const V64 one = rows[row], other = rows[row + distance];
    rows[row] = hn::Or(hn::And(one, first), hn::ShiftLeft<bits>(hn::And(other, first)));
    rows[row + distance] = hn::Or(hn::And(hn::ShiftRight<bits>(one), first), hn::AndNot(first, other));
  }
}

/// Lays the cards of a tile out in planes, from byte `at` on: those of all rows of a lane, then of the next.
HWY_INLINE void LayOutNibbles(const Tile& tile, std::size_t deck_size, Plane* planes, std::size_t at) {
  static_assert(tile_rows == sizeof(std::uint64_t));
  V64 rows[tile_rows];
  std::copy_n(tile.row, tile_rows, rows);
  SwapBytesOfRows<4>(rows);
  SwapBytesOfRows<2>(rows);
  SwapBytesOfRows<1>(rows);
  // Row k has byte k of each deck now: two cards.
  for (std::size_t p = 0; p < deck_size; p += 2) {
    const SplitDeck cards = Split(rows[p / 2]);
    hn::Store(hn::BitCast(d8, cards.even), d8, planes[p].data() + at);
    if (p + 1 < deck_size) hn::Store(hn::BitCast(d8, cards.odd), d8, planes[p + 1].data() + at);
  }
}

/// Where in the decks before the cards of each deck lay. Beyond the decks it means nothing.
HWY_INLINE V64 NibbleQuotient(V64 before, V64 after, int deck_size) {
  V64 places = hn::Zero(d64), quotient = hn::Zero(d64);
  const V64 shift = hn::Set(d64, 60);
  // Four times the card, which is how far its place lies up.
  const auto shift_of = [shift](V64 deck, int p) HWY_ATTR {
    return hn::And(p == 0 ? hn::ShiftLeft<2>(deck) : hn::ShiftRightSame(deck, 4 * p - 2), shift);
  };
  for (int p = 0; p < deck_size; ++p) {
    places = hn::Or(places, hn::Shl(hn::Set(d64, static_cast<unsigned>(p)), shift_of(before, p)));
  }
  for (int p = 0; p < deck_size; ++p) {
    const V64 place = hn::And(hn::Shr(places, shift_of(after, p)), hn::Set(d64, 15));
    quotient = hn::Or(quotient, hn::ShiftLeftSame(place, 4 * p));
  }
  return quotient;
}

/// True when every deck of the tile holds each of its cards once.
HWY_INLINE bool AllNibbleOrders(const Tile& tile, int deck_size) {
  // Each card stands for a bit. So many bits as there are cards sum up to all bits of the deck only if each
  // is there once. The cards from 8 on are summed up apart: eight cards at least are needed for all eight
  // bits of the lower sum, and the rest of them for those of the upper one. What lies beyond the deck is
  // looked up as 0x80 or more, which gives 0.
  HWY_ALIGN static constexpr std::uint8_t low_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  HWY_ALIGN static constexpr std::uint8_t high_bits[16] = {0, 0, 0, 0, 0,  0,  0,  0,
                                                           1, 2, 4, 8, 16, 32, 64, 128};
  const auto low = hn::LoadDup128(d8, low_bits), high = hn::LoadDup128(d8, high_bits);
  const auto beyond_from = [](int bytes) HWY_ATTR {
    return hn::Set(d64, bytes == 8 ? 0 : 0x8080808080808080 & ~std::uint64_t{0} << (8 * bytes));
  };
  const V64 beyond_even = beyond_from((deck_size + 1) / 2), beyond_odd = beyond_from(deck_size / 2);
  const unsigned all = (1U << deck_size) - 1;
  const V64 all_low = hn::Set(d64, all & 255), all_high = hn::Set(d64, all >> 8);
  V64 wrong = hn::Zero(d64);
  for (const V64& deck : tile.row) {
    const SplitDeck cards = Split(deck);
    const auto even = hn::BitCast(d8, hn::Or(cards.even, beyond_even));
    const auto odd = hn::BitCast(d8, hn::Or(cards.odd, beyond_odd));
    const V64 lower = hn::Add(hn::SumsOf8(hn::TableLookupBytesOr0(low, even)),
                              hn::SumsOf8(hn::TableLookupBytesOr0(low, odd)));
    const V64 upper = hn::Add(hn::SumsOf8(hn::TableLookupBytesOr0(high, even)),
                              hn::SumsOf8(hn::TableLookupBytesOr0(high, odd)));
    wrong = hn::Or(wrong, hn::Or(hn::Xor(lower, all_low), hn::Xor(upper, all_high)));
  }
  return hn::AllTrue(d64, hn::Eq(wrong, hn::Zero(d64)));
}

// One more in the bytes where `later` is larger than `turned`.
HWY_INLINE hn::Vec<D8> CountLarger(V64 later, V64 turned, hn::Vec<D8> digits) {
  const hn::RebindToSigned<D8> signed_bytes;
  const auto larger =
      hn::RebindMask(d8, hn::Gt(hn::BitCast(signed_bytes, later), hn::BitCast(signed_bytes, turned)));
  return hn::IfThenElse(larger, hn::Add(digits, hn::Set(d8, 1)), digits);
}

struct SplitDigits {
  hn::Vec<D8> even;
  hn::Vec<D8> odd;
};
template <int distance>
HWY_INLINE SplitDigits SmallerLater(const SplitDeck& turned, SplitDigits digits) {
  if constexpr (distance == 8) {
    return digits;
  } else {
    const V64 even = hn::ShiftRight<8 * distance>(turned.even),
              odd = hn::ShiftRight<8 * distance>(turned.odd);
    digits.even = CountLarger(odd, turned.even, CountLarger(even, turned.even, digits.even));
    digits.odd = CountLarger(odd, turned.odd, CountLarger(even, turned.odd, digits.odd));
    return SmallerLater<distance + 1>(turned, digits);
  }
}

/// The rank of a deck, an order of up to 12 cards: it fits 32 bits.
HWY_INLINE V64 NibbleRank(V64 deck, int deck_size) {
  // Turned around, smaller is larger, and what lies or comes in beyond the deck is never larger.
  const SplitDeck turned = Split(hn::Not(deck));
  SplitDigits digits{hn::Zero(d8), hn::Zero(d8)};
  digits.even = CountLarger(turned.odd, turned.even, digits.even);
  digits = SmallerLater<1>(turned, digits);
  V64 even = hn::BitCast(d64, digits.even), odd = hn::BitCast(d64, digits.odd);
  V64 rank = hn::Zero(d64);
  const V64 digit = hn::Set(d64, 0xff);
  for (int cards_left = deck_size; cards_left > 0; cards_left -= 2) {
    const auto left = static_cast<unsigned>(cards_left);
    rank = hn::Add(Multiply32(rank, hn::Set(d64, left)), hn::And(even, digit));
    if (left > 1) rank = hn::Add(Multiply32(rank, hn::Set(d64, left - 1)), hn::And(odd, digit));
    even = hn::ShiftRight<8>(even);
    odd = hn::ShiftRight<8>(odd);
  }
  return rank;
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
