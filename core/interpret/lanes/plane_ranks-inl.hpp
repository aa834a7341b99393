// The check, the ranks and the relative permutations of decks in planes. Compiled once for each vector
// instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANE_RANKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANE_RANKS_INL
#undef FAIRSHUFFLE_LANES_PLANE_RANKS_INL
#else
#define FAIRSHUFFLE_LANES_PLANE_RANKS_INL
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/lanes/planes-inl.hpp"
#include "core/tally/successive.hpp"

// The check and the ranks of decks in planes. Compiled once for each vector instruction set.
#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

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

constexpr int PermutationCountOf(int cards) {
  return cards < 2 ? 1 : cards * PermutationCountOf(cards - 1);
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

/// The ranks of permutations of up to 5 cards, a byte each: the card at p has (n-1-p)! ranks for each smaller
/// one that comes later.
template <int deck_size>
HWY_INLINE V8 ByteRanks(const Planes<deck_size>& planes) {
  static_assert(deck_size <= 5);
  constexpr auto weight = [](int p) { return p < deck_size ? PermutationCountOf(deck_size - 1 - p) : 0; };
  V8 ranks = AddDigit<0, weight(0)>(planes, hn::Zero(d8));
  ranks = AddDigit<1, weight(1)>(planes, ranks);
  ranks = AddDigit<2, weight(2)>(planes, ranks);
  return AddDigit<3, weight(3)>(planes, ranks);
}

/// The ranks of permutations of 6 to 8 cards: those of even bytes and those of odd ones.
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
  constexpr auto weight = [](int p) { return p < deck_size ? PermutationCountOf(deck_size - 1 - p) : 0; };
  V8 third = AddDigit<4, weight(4)>(planes, hn::Zero(d8));
  third = AddDigit<5, weight(5)>(planes, third);
  third = AddDigit<6, weight(6)>(planes, third);

  const V16 first_unit = hn::Set(d16, static_cast<std::uint16_t>(PermutationCountOf(deck_size - 2)));
  const V16 second_unit = hn::Set(d16, static_cast<std::uint16_t>(PermutationCountOf(deck_size - 4)));
  const auto sum = [&](V16 one, V16 two, V16 three) HWY_ATTR {
    return hn::Add(hn::Add(hn::Mul(one, first_unit), hn::Mul(two, second_unit)), three);
  };
  const auto even = [](V8 bytes) HWY_ATTR { return hn::And(hn::BitCast(d16, bytes), hn::Set(d16, 0xff)); };
  const auto odd = [](V8 bytes) HWY_ATTR { return hn::ShiftRight<8>(hn::BitCast(d16, bytes)); };
  return {sum(even(first), even(second), even(third)), sum(odd(first), odd(second), odd(third))};
}

// The ranks of a tile of planes, and what they say of trials that repeat the last one of their lane. Compiled
// once for each vector instruction set.

/// The ranks of a tile, and those of the trials before them in their lanes.
template <int deck_size>
struct TileRanks {
  // A rank has a byte up to 5 cards, and an element of 16 bits beyond: of even decks, then of odd ones.
  static constexpr bool are_bytes = deck_size <= 5;
  static constexpr std::size_t registers = are_bytes ? 1 : 2;
  using D = std::conditional_t<are_bytes, D8, D16>;
  using RankNumber = hn::TFromD<D>;

  hn::Vec<D> rank[registers];

  static HWY_INLINE TileRanks Of(const Planes<deck_size>& planes) {
    if constexpr (are_bytes) {
      return {{ByteRanks(planes)}};
    } else {
      const WordRanks ranks = RanksOf(planes);
      return {{ranks.even, ranks.odd}};
    }
  }
  static HWY_INLINE TileRanks Load(const RankNumber* from) {
    TileRanks ranks;
    for (std::size_t i = 0; i < registers; ++i) ranks.rank[i] = hn::Load(D(), from + i * hn::MaxLanes(D()));
    return ranks;
  }
  HWY_INLINE void Store(RankNumber* to) const {
    for (std::size_t i = 0; i < registers; ++i) hn::Store(rank[i], D(), to + i * hn::MaxLanes(D()));
  }

  /// How many of these are those of their lane's trial before; `last` is the tile before.
  HWY_INLINE std::size_t EqualToBefore(const TileRanks& last) const {
    std::size_t equal = 0;
    for (std::size_t i = 0; i < registers; ++i) {
      // The four rows of a lane stand side by side in 64 bits.
      const V64 before = hn::Or(hn::ShiftLeft<16>(hn::BitCast(d64, rank[i])),
                                hn::ShiftRight<48>(hn::BitCast(d64, last.rank[i])));
      equal += hn::CountTrue(D(), hn::Eq(rank[i], hn::BitCast(D(), before)));
    }
    return equal;
  }

  /// A tile whose last row is of the lanes from `lane` on, which have these ranks; and the other way round.
  static TileRanks After(const std::array<std::uint64_t, lanes_per_block>& previous, std::size_t lane) {
    HWY_ALIGN std::uint64_t last[registers * lane_count] = {};
    for (std::size_t i = 0; i < plane_lanes; ++i) {
      const std::uint64_t rank = static_cast<RankNumber>(previous[lane + i]);
      last[At(i)] |= rank << Shift(i);
    }
    return Load(reinterpret_cast<const RankNumber*>(last));
  }
  void GiveBack(std::array<std::uint64_t, lanes_per_block>& previous, std::size_t lane) const {
    HWY_ALIGN std::uint64_t last[registers * lane_count];
    Store(reinterpret_cast<RankNumber*>(last));
    for (std::size_t i = 0; i < plane_lanes; ++i) {
      const auto rank = static_cast<RankNumber>(last[At(i)] >> Shift(i));
      previous[lane + i] = rank == static_cast<RankNumber>(no_rank) ? no_rank : rank;
    }
  }

 private:
  static std::size_t At(std::size_t i) { return are_bytes ? i % lane_count : i; }
  static int Shift(std::size_t i) { return 48 + (are_bytes && i >= lane_count ? 8 : 0); }
};

// The relative permutations of decks in planes and those before them in their lanes. Compiled once for each
// vector instruction set.

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
HWY_INLINE void SuccessiveFrom(const Planes<deck_size>& planes, V8 card_bits, V8 at_1, V8 at_2, V8 at_4,
                               Planes<deck_size>& successive) {
  if constexpr (p < deck_size) {
    const V8 card = hn::TableLookupBytes(card_bits, planes.card[p]);
    const auto has = [card](V8 cards) HWY_ATTR { return hn::Min(hn::And(cards, card), Number(1)); };
    const V8 upper = hn::Add(hn::Add(has(at_4), has(at_4)), has(at_2));
    successive.card[p] = hn::Add(hn::Add(upper, upper), has(at_1));
    SuccessiveFrom<p + 1>(planes, card_bits, at_1, at_2, at_4, successive);
  }
}

/// Where in the deck of the row before the cards of each deck lay. Of the first row of a tile it means
/// nothing.
template <int deck_size>
HWY_INLINE Planes<deck_size> SuccessiveOf(const Planes<deck_size>& planes) {
  HWY_ALIGN static constexpr std::uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  const V8 card_bits = hn::LoadDup128(d8, bits);
  Planes<deck_size> successive;
  SuccessiveFrom<0>(planes, card_bits, CardsBeforeAt<1>(planes, card_bits),
                    CardsBeforeAt<2>(planes, card_bits), CardsBeforeAt<4>(planes, card_bits), successive);
  return successive;
}

/// The ranks of relative permutations of up to 3 cards, by the ranks of the two permutations.
class SuccessiveTable {
 public:
  explicit SuccessiveTable(int deck_size) {
    if (deck_size >= LaneTally::smallest_coded_deck) return;
    const SuccessiveRanks& ranks = SuccessiveRanks::of_deck(deck_size);
    for (std::size_t after = 0; after < most_permutations; ++after) {
      for (std::size_t before = 0; before < most_permutations; ++before) {
        rank_[before * most_permutations + after] =
            ranks.of_pair(before | after << SuccessiveRanks::rank_bits);
      }
    }
  }

  /// Where either is no rank it means nothing.
  HWY_INLINE V8 Of(V8 before, V8 after) const {
    static_assert(most_permutations == 6);
    const V8 twice = hn::Add(before, before);
    const V8 index = hn::Add(hn::Add(hn::Add(twice, twice), twice), after);
    return hn::Or(hn::Or(Looked<0>(index), Looked<1>(index)), Looked<2>(index));
  }

 private:
  static constexpr std::size_t most_permutations = 6;

  // 0 unless the index is one of the sixteen of that part.
  template <int part>
  HWY_INLINE V8 Looked(V8 index) const {
    const V8 of_part = hn::SaturatedAdd(hn::Sub(index, Number(16 * part)), Number(0x70));
    return hn::TableLookupBytesOr0(hn::LoadDup128(d8, rank_ + 16 * part), of_part);
  }

  HWY_ALIGN std::uint8_t rank_[48] = {};
};

// Counters for each order of few cards, that of a trial found by no jump. Compiled once for each vector
// instruction set.

/// A register of counters for each order of up to 4 cards: that of rank r is one more in the bytes where a
/// trial has rank r.
template <int deck_size>
class PermutationCounters {
 public:
  static constexpr int permutations = PermutationCountOf(deck_size);

  /// `registers` of zeros, one for each permutation.
  explicit PermutationCounters(std::uint8_t* registers) : registers_(registers) {}

  /// A byte is counted in once a tile, so that none reaches 256.
  HWY_INLINE bool HasRoomFor(std::size_t tiles) const { return tiles_ + tiles <= 255; }

  /// Counts tiles of ranks, a byte each; those from `permutations` on are no permutation's.
  HWY_INLINE void Count(const std::uint8_t* ranks, std::size_t tiles) {
    tiles_ += tiles;
    CountFrom<0>(ranks, tiles);
  }

  /// Gives how many trials had each rank to `add`, and counts from 0 again.
  template <class Add>
  HWY_INLINE void Empty(Add add) {
    for (int permutation = 0; permutation < permutations; ++permutation) {
      std::uint8_t* const at = Register(permutation);
      const std::uint64_t trials = hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(hn::Load(d8, at))));
      if (trials > 0) add(static_cast<std::uint64_t>(permutation), trials);
      hn::Store(hn::Zero(d8), d8, at);
    }
    tiles_ = 0;
  }

 private:
  std::uint8_t* Register(int permutation) const {
    return registers_ + static_cast<std::size_t>(permutation) * plane_decks;
  }

  // As many counters as there are registers for, all tiles through: to take them up for one tile or one
  // permutation at a time costs twice as much.
  template <int first>
  HWY_INLINE void CountFrom(const std::uint8_t* ranks, std::size_t tiles) {
    constexpr int count = std::min(6, permutations - first);
    Planes<count> counters;
    LoadFrom<first, 0>(counters);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      AddFrom<first, 0>(hn::Load(d8, ranks + tile * plane_decks), counters);
    }
    StoreFrom<first, 0>(counters);
    if constexpr (first + count < permutations) CountFrom<first + count>(ranks, tiles);
  }

  // By recursion, so that the counters stay in registers.
  template <int first, int i, int count>
  HWY_INLINE void LoadFrom(Planes<count>& counters) const {
    if constexpr (i < count) {
      counters.card[i] = hn::Load(d8, Register(first + i));
      LoadFrom<first, i + 1>(counters);
    }
  }
  template <int first, int i, int count>
  static HWY_INLINE void AddFrom(V8 ranks, Planes<count>& counters) {
    if constexpr (i < count) {
      const auto here = hn::Eq(ranks, Number(first + i));
#if HWY_TARGET <= HWY_AVX3
      counters.card[i] = hn::IfThenElse(here, hn::Add(counters.card[i], Number(1)), counters.card[i]);
#else
      counters.card[i] = hn::Sub(counters.card[i], hn::VecFromMask(d8, here));
#endif
      AddFrom<first, i + 1>(ranks, counters);
    }
  }
  template <int first, int i, int count>
  HWY_INLINE void StoreFrom(const Planes<count>& counters) const {
    if constexpr (i < count) {
      hn::Store(counters.card[i], d8, Register(first + i));
      StoreFrom<first, i + 1>(counters);
    }
  }

  std::uint8_t* registers_;
  std::size_t tiles_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
