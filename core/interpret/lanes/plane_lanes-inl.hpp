// Lanes of decks of up to 8 cards: drawn, shuffled, checked, ranked and counted a tile of planes at a time.
// Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANE_LANES_INL
#undef FAIRSHUFFLE_LANES_PLANE_LANES_INL
#else
#define FAIRSHUFFLE_LANES_PLANE_LANES_INL
#endif

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <type_traits>

#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/lanes/plane_ranks-inl.hpp"
#include "core/interpret/lanes/planes-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// Without it g++ takes numbers that were just stored out of the registers one by one, which costs more than
// to load them.
HWY_INLINE void LetLoad() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// The tiles of a few lanes.
template <int deck_size>
class PlaneGroup {
 public:
  using Ranks = TileRanks<deck_size>;
  using RankNumber = typename Ranks::RankNumber;

  /// Tiles that are drawn, shuffled and counted together: what stands between is in the nearest cache.
  static constexpr std::size_t most_tiles = 8;
  static_assert(most_tiles <= LaneTally::words_of_a_look);

  struct Room {
    std::size_t tiles;  ///< that are worked on together, most_tiles at most
    PlaneValues draws;
    RankNumber* ranks;                  ///< of `tiles` tiles, up to two registers each
    std::uint8_t* counters;             ///< registers_of_counters
    std::uint8_t* successive_counters;  ///< registers_of_successive_counters
    std::uint8_t* planes;               ///< registers_of_planes
  };
  /// A register for each permutation.
  static constexpr std::size_t registers_of_counters = deck_size <= 4 ? PermutationCountOf(deck_size) : 0;
  static constexpr std::size_t registers_of_successive_counters =
      deck_size < LaneTally::smallest_coded_deck ? PermutationCountOf(deck_size) : 0;
  /// A register for each card: of the tile whose relative permutations are counted.
  static constexpr std::size_t registers_of_planes =
      deck_size > SuccessiveRanks::largest_deck ? deck_size : 0;

  PlaneGroup(const LaneTask& task, const LaneRun& run, const Room& room)
      : task_(task),
        run_(run),
        room_(room),
        fill_(FillOfSource(task.draws)),
        counters_{room.counters},
        successive_counters_{room.successive_counters},
        successive_table_(deck_size) {}

  /// Runs the lanes from `lane` on, as many as a tile has.
  void Run(std::size_t lane) {
    const bool links = run_.counting != LaneCounting::nothing;
    if (links) TakePrevious(lane);
    to_successive_ = run_.tally->words_to_successive(0);
    for (std::uint64_t row = 0; row < run_.rows;) {
      const std::size_t tiles = std::min<std::uint64_t>(room_.tiles, (run_.rows - row) / rows_of_word);
      fill_(task_.draws, *run_.states, lane, room_.draws, tiles);
      Count(lane, row, tiles);
      if (to_successive_ < tiles) to_successive_ += LaneTally::words_of_a_look;
      to_successive_ -= tiles;
      row += tiles * rows_of_word;
    }
    if (links) last_.GiveBack(run_.last->ranks, lane);
  }

  /// Hands over what is counted in registers.
  void Finish() {
    if constexpr (registers_of_counters > 0) EmptyCounters();
    if constexpr (registers_of_successive_counters > 0) EmptySuccessiveCounters();
  }

 private:
  static constexpr std::size_t ranks_of_tile = plane_decks;

  HWY_INLINE Planes<deck_size> Shuffled(std::size_t tile) const {
    return ShuffledPlanes<deck_size>(*task_.planes,
                                     room_.draws.values + tile * task_.draws.draws.size() * plane_decks);
  }

  void Count(std::size_t lane, std::uint64_t first_row, std::size_t tiles) {
    switch (run_.counting) {
      case LaneCounting::nothing:
        return Forget(tiles);
      case LaneCounting::decks:
        return CountDecks(lane, first_row, tiles);
      case LaneCounting::planes:
      case LaneCounting::permutations:
      case LaneCounting::first_permutations:
        break;
    }
    if (HWY_UNLIKELY(!Rank(tiles))) return CountDecks(lane, first_row, tiles);
    CountPairs(tiles);
    if (HWY_UNLIKELY(run_.counting == LaneCounting::first_permutations)) {
      CountFirstSuccessive(lane, first_row, tiles);
    } else if (HWY_UNLIKELY(to_successive_ < tiles)) {
      CountSuccessive(to_successive_);
    }
    if constexpr (registers_of_counters > 0) {
      if (!counters_.HasRoomFor(tiles)) EmptyCounters();
      counters_.Count(room_.ranks, tiles);
    } else if constexpr (deck_size == TupleCounts::deck_size) {
      CountTuples(tiles);
    } else {
      LetLoad();
      run_.tally->add_ranks(std::span<const std::uint16_t>(room_.ranks, tiles * ranks_of_tile));
    }
  }

  // Shuffles and ranks; false when a deck is no permutation, and its rank means nothing.
  HWY_NOINLINE bool Rank(std::size_t tiles) {
    const V8 all = Number((1 << deck_size) - 1);
    V8 cards = all;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      cards = RankTile(Shuffled(tile), cards, tile);
    }
    return hn::AllTrue(d8, hn::Eq(cards, all));
  }

  HWY_INLINE V8 RankTile(const Planes<deck_size>& planes, V8 cards, std::size_t tile) const {
    if constexpr (registers_of_planes > 0) {
      if (HWY_UNLIKELY(tile == to_successive_)) Keep(planes);
    }
    Ranks::Of(planes).Store(room_.ranks + tile * ranks_of_tile);
    return hn::And(cards, CardsOf(planes));
  }

  // By recursion, so that the planes stay in registers.
  template <int p = 0>
  HWY_INLINE void Keep(const Planes<deck_size>& planes) const {
    if constexpr (p < deck_size) {
      hn::Store(planes.card[p], d8, room_.planes + p * plane_decks);
      Keep<p + 1>(planes);
    }
  }
  template <int p = 0>
  HWY_INLINE void TakeKept(Planes<deck_size>& planes) const {
    if constexpr (p < deck_size) {
      planes.card[p] = hn::Load(d8, room_.planes + p * plane_decks);
      TakeKept<p + 1>(planes);
    }
  }

  template <int p>
  static HWY_INLINE V8 XorFrom(const Planes<deck_size>& planes, V8 sum) {
    if constexpr (p < deck_size) {
      return XorFrom<p + 1>(planes, hn::Xor(sum, planes.card[p]));
    } else {
      return sum;
    }
  }

  HWY_NOINLINE void Forget(std::size_t tiles) {
    V8 sum = hn::Zero(d8);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      sum = XorFrom<0>(Shuffled(tile), sum);
    }
    run_.last->cards[0][0] ^= hn::GetLane(sum);
  }

  void TakePrevious(std::size_t lane) {
    const auto first = run_.last->ranks.begin() + static_cast<std::ptrdiff_t>(lane);
    independent_ = static_cast<std::size_t>(
        std::count(first, first + static_cast<std::ptrdiff_t>(plane_lanes), no_rank));
    last_ = Ranks::After(run_.last->ranks, lane);
  }

  HWY_INLINE void CountPairs(std::size_t tiles) {
    Ranks last = last_;
    std::size_t equal = 0;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      const Ranks ranks = Ranks::Load(room_.ranks + tile * ranks_of_tile);
      equal += ranks.EqualToBefore(last);
      last = ranks;
    }
    last_ = last;
    run_.tally->add_pairs(tiles * plane_decks - independent_, equal);
    independent_ = 0;
  }

  // Of a tile that was ranked: those of trials that have one before them in it.
  HWY_NOINLINE void CountSuccessive(std::size_t tile) {
    if constexpr (registers_of_planes > 0) {
      Planes<deck_size> planes;
      TakeKept(planes);
      const WordRanks ranks = RanksOf(SuccessiveOf(planes));
      CountCodes(ranks.even, ranks.odd);
    } else {
      const Ranks ranks = Ranks::Load(room_.ranks + tile * ranks_of_tile);
      // The four rows of a lane stand side by side in 64 bits.
      const V64 after = hn::BitCast(d64, ranks.rank[0]), before = hn::ShiftLeft<16>(after);
      if constexpr (registers_of_successive_counters > 0) {
        const V8 successive = successive_table_.Of(hn::BitCast(d8, before), ranks.rank[0]);
        const V64 first_row = hn::Set(d64, 0xffff);
        if (!successive_counters_.HasRoomFor(1)) EmptySuccessiveCounters();
        HWY_ALIGN std::uint8_t later_rows[plane_decks];
        hn::Store(hn::Or(successive, hn::BitCast(d8, first_row)), d8, later_rows);
        successive_counters_.Count(later_rows, 1);
      } else {
        CountCodes(RankPairs(RanksOfSide<0>(before), RanksOfSide<0>(after)),
                   RankPairs(RanksOfSide<8>(before), RanksOfSide<8>(after)));
      }
    }
  }

  // Of tiles that were ranked: those of all their trials.
  HWY_NOINLINE void CountFirstSuccessive(std::size_t lane, std::uint64_t first_row, std::size_t tiles) {
    if constexpr (Ranks::are_bytes) {
      for (std::size_t row = 0; row < tiles * rows_of_word; ++row) {
        const RankNumber* const ranks = room_.ranks + row / rows_of_word * ranks_of_tile;
        for (std::size_t i = 0; i < plane_lanes; ++i) {
          const std::uint64_t index = (first_row + row) * lanes_per_block + lane + i;
          run_.tally->add_first_successive(ranks[ByteOf(row % rows_of_word, i)], index, lane + i);
        }
      }
    }
  }
  // Of a tile: where the deck of a row of its i-th lane has its bytes.
  static std::size_t ByteOf(std::size_t row, std::size_t i) {
    return 8 * (i % lane_count) + 2 * row + i / lane_count;
  }

  // The ranks of even decks from bit 0, those of odd ones from bit 8.
  template <int bit>
  static HWY_INLINE V16 RanksOfSide(V64 ranks) {
    return hn::And(hn::ShiftRight<bit>(hn::BitCast(d16, ranks)), hn::Set(d16, 0xff));
  }
  static HWY_INLINE V16 RankPairs(V16 before, V16 after) {
    return hn::Add(before, hn::ShiftLeft<SuccessiveRanks::rank_bits>(after));
  }
  HWY_INLINE void CountCodes(V16 even, V16 odd) const {
    HWY_ALIGN std::uint16_t codes[plane_decks];
    hn::Store(even, d16, codes);
    hn::Store(odd, d16, codes + plane_decks / 2);
    run_.tally->add_successive_codes(codes);
  }

  HWY_NOINLINE void EmptyCounters() {
    counters_.Empty([this](std::uint64_t rank, std::uint64_t trials) { run_.tally->add_rank(rank, trials); });
  }
  HWY_NOINLINE void EmptySuccessiveCounters() {
    successive_counters_.Empty([this](std::uint64_t rank, std::uint64_t successive) {
      run_.tally->add_successive_rank(rank, successive);
    });
  }

  // Ranks of an even deck and the odd one beside it make a tuple.
  HWY_INLINE void CountTuples(std::size_t tiles) {
    constexpr int bits = TupleCounts::rank_bits;
    auto* const tuples = reinterpret_cast<std::uint16_t*>(room_.ranks);
    constexpr std::size_t tuples_of_tile = plane_decks / 2;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      const V16 ranks = hn::Load(d16, tuples + tile * tuples_of_tile);
      const V16 odd = hn::And(hn::ShiftRight<8 - bits>(ranks), hn::Set(d16, ((1 << bits) - 1) << bits));
      hn::Store(hn::Or(hn::And(ranks, hn::Set(d16, 0xff)), odd), d16, tuples + tile * tuples_of_tile);
    }
    LetLoad();
    run_.tally->add_tuples({tuples, tiles * tuples_of_tile});
  }

  // One by one: where only the decks will do, and where one is no permutation. No recorded shuffle gives
  // decks of both kinds: what loses a card does so whatever is drawn.
  HWY_NOINLINE void CountDecks(std::size_t lane, std::uint64_t first_row, std::size_t tiles) {
    last_.GiveBack(run_.last->ranks, lane);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      const Planes<deck_size> planes = Shuffled(tile);
      HWY_ALIGN std::uint8_t cards[deck_size][plane_decks];
      for (int p = 0; p < deck_size; ++p) hn::Store(planes.card[p], d8, cards[p]);
      for (std::size_t row = 0; row < rows_of_word; ++row) {
        for (std::size_t i = 0; i < plane_lanes; ++i) {
          const std::size_t byte = ByteOf(row, i);
          std::array<Card, deck_size> deck;
          for (std::size_t p = 0; p < deck.size(); ++p) deck[p] = cards[p][byte];
          const std::uint64_t row_of_run = first_row + tile * rows_of_word + row;
          run_.tally->add_deck(deck, row_of_run * lanes_per_block + lane + i, lane + i, *run_.last);
        }
      }
    }
    TakePrevious(lane);
  }

  const LaneTask& task_;
  const LaneRun& run_;
  const Room& room_;
  Fill fill_;
  Ranks last_;                   // the tile before, of which only the last row counts
  std::size_t independent_ = 0;  // lanes that have none
  PermutationCounters<deck_size> counters_, successive_counters_;
  SuccessiveTable successive_table_;
  std::uint64_t to_successive_ = 0;  // tiles to the next one whose relative permutations are counted
};

template <int deck_size>
void RunPlanes(const LaneTask& task, const LaneRun& run) {
  using Group = PlaneGroup<deck_size>;
  constexpr std::size_t counters = Group::registers_of_counters,
                        successive_counters = Group::registers_of_successive_counters,
                        planes = Group::registers_of_planes;
  const std::size_t draws = std::max<std::size_t>(task.draws.draws.size(), 1);
  const std::size_t tiles = std::clamp<std::size_t>(512 / draws, 1, Group::most_tiles);
  const std::size_t words = 2 * task.draws.batches.size();
  std::byte* at = run.room->of_size(
      (draws * tiles + words + 1 + 2 * tiles + counters + successive_counters + planes) * plane_decks);
  const auto take = [&at]<class T>(std::type_identity<T>, std::size_t registers) {
    T* const taken = reinterpret_cast<T*>(at);
    at += registers * plane_decks;
    return taken;
  };
  const typename Group::Room room{
      .tiles = tiles,
      .draws = {.values = take(std::type_identity<std::uint8_t>{}, draws * tiles),
                .words = take(std::type_identity<std::uint64_t>{}, words),
                .again = take(std::type_identity<std::uint64_t>{}, 1)},
      .ranks = take(std::type_identity<typename Group::RankNumber>{}, 2 * tiles),
      .counters = take(std::type_identity<std::uint8_t>{}, counters),
      .successive_counters = take(std::type_identity<std::uint8_t>{}, successive_counters),
      .planes = take(std::type_identity<std::uint8_t>{}, planes)};
  std::fill_n(room.counters, counters * plane_decks, std::uint8_t{0});
  std::fill_n(room.successive_counters, successive_counters * plane_decks, std::uint8_t{0});
  Group group(task, run, room);
  for (std::size_t lane = 0; lane < lanes_per_block; lane += plane_lanes) group.Run(lane);
  group.Finish();
}

void RunPlaneLanes(const LaneTask& task, const LaneRun& run) {
  switch (task.steps.deck_size) {
    case 2:
      return RunPlanes<2>(task, run);
    case 3:
      return RunPlanes<3>(task, run);
    case 4:
      return RunPlanes<4>(task, run);
    case 5:
      return RunPlanes<5>(task, run);
    case 6:
      return RunPlanes<6>(task, run);
    case 7:
      return RunPlanes<7>(task, run);
    default:
      return RunPlanes<8>(task, run);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
