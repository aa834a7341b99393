#include "core/interpret/lanes/kernel.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

// SSSE3 gains nothing over SSE4 here, nor the newest AVX-512 over the first; g++ 12 has no working emulation
// of vectors of 128 bits, so where there are none the plain form runs, which needs no vectors.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#define HWY_BROKEN_EMU128 1
#define HWY_COMPILE_ALL_ATTAINABLE
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/interpret/lanes/kernel.cpp"
#include <hwy/aligned_allocator.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/interpret/lanes/chained-inl.hpp"
#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/lanes/nibble_decks-inl.hpp"
#include "core/interpret/lanes/plain.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void RunLanes(const LaneTask& task, const LaneRun& run) {
  run_plain_lanes(task, run);
}

#else

// Room for what is worked on, aligned to vectors.
struct Room {
  std::uint64_t* values;  // of a tile's draws
  std::uint64_t* tuples;
  std::uint32_t* ranks;
};

// One group of lanes, as many as fill a register, from row 0 to the last.
class LaneGroup {
 public:
  LaneGroup(const LaneTask& task, const LaneRun& run, std::size_t lane, const Room& room)
      : task_(task),
        run_(run),
        lane_(lane),
        room_(room),
        fill_(FillOf(task.draws)),
        chained_(IsChained(task)) {
    last_ = hn::LoadU(d64, run.previous->data() + lane);
    unlinked_ = lane_count - hn::CountTrue(d64, hn::Ne(last_, hn::Set(d64, no_deck)));
  }

  void Run() {
    for (std::uint64_t row = 0; row < run_.rows; row += tile_rows) {
      const std::size_t rows = std::min<std::uint64_t>(tile_rows, run_.rows - row);
      if (chained_ && rows == tile_rows) {
        Count(ChainedByteDecks(task_.draws, *task_.bytes, *run_.states, lane_, room_.values), row, rows);
        continue;
      }
      fill_(task_.draws, *run_.states, lane_, room_.values, rows);
      Count(task_.bytes ? ShuffledByteDecks() : ShuffledNibbleDecks(), row, rows);
    }
    hn::StoreU(last_, d64, run_.previous->data() + lane_);
    run_.tally->add_pairs(pairs_, hn::GetLane(hn::SumOfLanes(d64, equal_)));
  }

 private:
  // Whether step k is a selection by draw k, for all of them.
  static bool IsChained(const LaneTask& task) {
    if (!task.bytes || task.draws.form != DrawForm::batched) return false;
    const std::vector<ByteStep>& steps = task.bytes->steps;
    if (steps.size() != task.draws.draws.size()) return false;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      if (steps[step].kind != ByteStep::Kind::select || steps[step].draw != static_cast<int>(step))
        return false;
    }
    return true;
  }

  HWY_INLINE Tile ShuffledByteDecks() const {
    Tile tile = SortedByteDecks();
    const std::vector<ByteStep>& steps = task_.bytes->steps;
    const ByteStep* const end = steps.data() + steps.size();
    for (const ByteStep* step = steps.data(); step != end;) {
      if (step->kind == ByteStep::Kind::select) {
        step = DoSelections(step, end, room_.values, tile);
      } else {
        DoByteStep(*step, room_.values, tile);
        ++step;
      }
    }
    return tile;
  }

  HWY_INLINE Tile ShuffledNibbleDecks() const {
    Tile tile = SortedNibbleDecks();
    for (const Step& step : task_.steps.steps) {
      for (std::size_t row = 0; row < tile_rows; ++row) {
        tile.row[row] = DoNibbleStep(step, room_.values, row, task_.steps.deck_size, tile.row[row]);
      }
    }
    return tile;
  }

  HWY_INLINE void Count(const Tile& tile, std::uint64_t first_row, std::size_t rows) {
    const int deck_size = task_.steps.deck_size;
    if (run_.counting == LaneCounting::nothing) {
      for (const V64& deck : tile.row) last_ = hn::Xor(last_, deck);
      return;
    }
    const bool counted_at_once =
        run_.counting != LaneCounting::decks && rows == tile_rows &&
        (task_.bytes ? AllOrders(tile, deck_size) : AllNibbleOrders(tile, deck_size));
    if (!counted_at_once) return CountDecks(tile, first_row, rows);
    CountPairs(tile);
    switch (deck_size) {
      case 2:
        return CountTuples<2>(tile);
      case 3:
        return CountTuples<3>(tile);
      case 4:
        return CountTuples<4>(tile);
      case 5:
        return CountTuples<5>(tile);
      case 6:
        return CountRanks(tile, [](V64 deck) HWY_ATTR { return ByteRank<6>(deck); });
      case 7:
        return CountRanks(tile, [](V64 deck) HWY_ATTR { return ByteRank<7>(deck); });
      case 8:
        return CountRanks(tile, [](V64 deck) HWY_ATTR { return ByteRank<8>(deck); });
      default:
        return CountRanks(tile, [deck_size](V64 deck) HWY_ATTR { return NibbleRank(deck, deck_size); });
    }
  }

  HWY_INLINE void CountPairs(const Tile& tile) {
    V64 before = last_;
    V64 equal = equal_;
    const V64 one = hn::Set(d64, 1);
    for (const V64& deck : tile.row) {
      equal = hn::IfThenElse(hn::Eq(deck, before), hn::Add(equal, one), equal);
      before = deck;
    }
    equal_ = equal;
    last_ = before;
    pairs_ += tile_rows * lane_count - unlinked_;
    unlinked_ = 0;
  }

  // The ranks of successive rows make a tuple.
  template <int deck_size>
  HWY_INLINE void CountTuples(const Tile& tile) {
    constexpr std::size_t length = TupleCounts::length(deck_size), tuples = tile_rows / length;
    constexpr int bits = TupleCounts::rank_bits(deck_size);
    for (std::size_t next = 0; next < tuples; ++next) {
      V64 tuple = hn::Zero(d64);
      // The first trial stands lowest, so the last pair goes in first. What is above 32 bits is of no use.
      for (std::size_t trial = length; trial > 0; trial -= 2) {
        const V64 ranks = SmallByteRanks<deck_size>(tile.row[next * length + trial - 2],
                                                    tile.row[next * length + trial - 1]);
        const V64 pair = hn::Or(ranks, hn::ShiftRight<32 - bits>(ranks));
        tuple = trial == length ? pair : hn::Or(hn::ShiftLeft<2 * bits>(tuple), pair);
      }
      hn::Store(tuple, d64, room_.tuples + next * lane_count);
    }
    LetLoad();
    run_.tally->add_tuples({room_.tuples, tuples * lane_count});
  }

  // Without it g++ takes the numbers that were stored out of the registers one by one, which costs more than
  // to load them.
  static HWY_INLINE void LetLoad() { std::atomic_signal_fence(std::memory_order_seq_cst); }

  template <class Rank>
  HWY_INLINE void CountRanks(const Tile& tile, const Rank& rank) {
    for (std::size_t row = 0; row < tile_rows; row += 2) {
      // Ranks fit 32 bits: two rows' go into one register.
      const V64 both = hn::Or(rank(tile.row[row]), hn::ShiftLeft<32>(rank(tile.row[row + 1])));
      hn::Store(hn::BitCast(d32, both), d32, room_.ranks + row * lane_count);
    }
    LetLoad();
    run_.tally->add_ranks({room_.ranks, tile_rows * lane_count});
  }

  // One by one: where only the decks will do, at the end of an uneven run, and where a deck is no order.
  HWY_NOINLINE void CountDecks(const Tile& tile, std::uint64_t first_row, std::size_t rows) {
    HWY_ALIGN std::uint64_t decks[tile_rows * lane_count];
    for (std::size_t row = 0; row < tile_rows; ++row) {
      hn::Store(tile.row[row], d64, decks + row * lane_count);
    }
    hn::StoreU(last_, d64, run_.previous->data() + lane_);
    run_.tally->add_decks(decks, rows, lane_count, first_row, lane_, *run_.previous);
    last_ = hn::LoadU(d64, run_.previous->data() + lane_);
    unlinked_ = lane_count - hn::CountTrue(d64, hn::Ne(last_, hn::Set(d64, no_deck)));
  }

  const LaneTask& task_;
  const LaneRun& run_;
  std::size_t lane_;
  const Room& room_;
  Fill fill_;
  bool chained_;
  V64 last_;              // each lane's last deck
  std::size_t unlinked_;  // lanes that have none
  std::uint64_t pairs_ = 0;
  V64 equal_ = hn::Zero(d64);
};

void RunLanes(const LaneTask& task, const LaneRun& run) {
  // Rows that a tile does not need keep the values of others, or 0: every value is below its bound.
  constexpr std::size_t decks = tile_rows * lane_count;
  const std::size_t value_count = std::max<std::size_t>(task.draws.draws.size(), 1) * decks;
  const auto values = hwy::AllocateAligned<std::uint64_t>(value_count);
  std::fill_n(values.get(), value_count, 0);
  const auto tuples = hwy::AllocateAligned<std::uint64_t>(decks);
  const auto ranks = hwy::AllocateAligned<std::uint32_t>(decks);
  const Room room{values.get(), tuples.get(), ranks.get()};
  for (std::size_t lane = 0; lane < lanes_per_block; lane += lane_count) {
    LaneGroup(task, run, lane, room).Run();
  }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(RunLanes);

void run_lanes(const LaneTask& task, const LaneRun& run) {
  HWY_DYNAMIC_DISPATCH(RunLanes)(task, run);
}

namespace {
std::string_view name_of(std::int64_t target) {
  switch (target) {
    case HWY_SCALAR:
      return "plain";
    case HWY_SSE4:
      return "SSE4";
    case HWY_AVX2:
      return "AVX2";
    case HWY_AVX3:
      return "AVX-512";
    default:
      return hwy::TargetName(target);
  }
}
}  // namespace

std::vector<std::string_view> vector_targets() {
  hwy::SetSupportedTargetsForTest(0);
  std::vector<std::string_view> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) names.push_back(name_of(target));
  return names;
}

void use_vector_target(std::string_view name) {
  hwy::SetSupportedTargetsForTest(0);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (name_of(target) != name) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return;
  }
  throw std::invalid_argument("use_vector_target: this machine or build has no " + std::string(name));
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
