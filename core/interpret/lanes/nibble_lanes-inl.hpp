// Lanes of decks of up to 16 cards, packed into 64 bits each: drawn, shuffled, checked, ranked and counted a
// tile at a time. Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_NIBBLE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_NIBBLE_LANES_INL
#undef FAIRSHUFFLE_LANES_NIBBLE_LANES_INL
#else
#define FAIRSHUFFLE_LANES_NIBBLE_LANES_INL
#endif

#include <algorithm>
#include <array>
#include <span>

#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/lanes/nibble_decks-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// Tiles whose decks fill a plane, each after the rows of the last one.
inline constexpr std::size_t tiles_of_plane = decks_of_planes / (tile_rows * lane_count);

/// By deck of a plane: the index of its trial after that of the first row and lane.
inline constexpr auto index_of_nibble_deck = [] {
  std::array<std::uint16_t, decks_of_planes> index{};
  for (std::size_t deck = 0; deck < index.size(); ++deck) {
    const std::size_t tile = deck / (tile_rows * lane_count), lane = deck / tile_rows % lane_count;
    const std::size_t row = tile * tile_rows + deck % tile_rows;
    index[deck] = static_cast<std::uint16_t>(row * lanes_per_block + lane);
  }
  return index;
}();

/// The quotients of some words, of whatever lanes, which are counted in planes once there are enough of them.
class NibbleQuotients {
 public:
  explicit NibbleQuotients(int deck_size) : deck_size_(deck_size) {}

  /// Counts, now or later, the quotients of the rows of a word, which are orders.
  HWY_NOINLINE void Add(const V64* rows, LaneTally& tally) {
    for (std::size_t row = 1; row < rows_of_word; ++row) {
      tiles_[size_ / tile_rows].row[size_ % tile_rows] = NibbleQuotient(rows[row - 1], rows[row], deck_size_);
      if (++size_ == tiles_of_plane * tile_rows) Count(tally);
    }
  }
  /// Counts those that were left.
  void Finish(LaneTally& tally) {
    for (std::size_t row = 0; row < size_; ++row) {
      HWY_ALIGN std::uint64_t quotients[lane_count];
      hn::Store(tiles_[row / tile_rows].row[row % tile_rows], d64, quotients);
      for (const std::uint64_t quotient : quotients) tally.add_quotient(sorted_nibble_deck, quotient);
    }
    size_ = 0;
  }

 private:
  void Count(LaneTally& tally) {
    if (deck_size_ <= largest_deck_of_quotient_orders) return Finish(tally);
    const auto planes = static_cast<std::size_t>(deck_size_);
    for (std::size_t tile = 0; tile < tiles_of_plane; ++tile) {
      LayOutNibbles(tiles_[tile], planes, planes_.data(), tile * tile_rows * lane_count);
    }
    tally.add_quotient_planes(std::span(planes_).first(planes));
    size_ = 0;
  }

  int deck_size_;
  Tile tiles_[tiles_of_plane];
  std::size_t size_ = 0;  // rows of them
  std::array<Plane, largest_lane_deck> planes_;
};

// One group of lanes, as many as fill a register, from row 0 to the last.
class NibbleGroup {
 public:
  /// `values` has room for those of a tile, `ranks` for its ranks.
  NibbleGroup(const LaneTask& task, const LaneRun& run, std::size_t lane, std::uint64_t* values,
              std::uint32_t* ranks, NibbleQuotients& quotients)
      : task_(task),
        run_(run),
        lane_(lane),
        values_(values),
        ranks_(ranks),
        fill_(FillOf<RowFills>(task.draws)),
        quotients_(quotients) {
    TakePrevious();
  }

  void Run() {
    for (std::uint64_t row = 0; row < run_.rows; row += tile_rows) {
      const std::size_t rows = std::min<std::uint64_t>(tile_rows, run_.rows - row);
      fill_(task_.draws, *run_.states, lane_, values_, rows);
      Count(Shuffled(), row, rows);
    }
    CountCollected();
    hn::StoreU(last_, d64, run_.previous->data() + lane_);
    run_.tally->add_pairs(pairs_, hn::GetLane(hn::SumOfLanes(d64, equal_)));
  }

 private:
  HWY_INLINE Tile Shuffled() const {
    Tile tile = SortedNibbleDecks();
    for (const Step& step : task_.steps.steps) {
      if (step.kind == StepKind::swap && step.first.is_drawn() != step.second.is_drawn()) {
        SwapFixed(fixed_swap_of(step), values_, tile);
        continue;
      }
      for (std::size_t row = 0; row < tile_rows; ++row) {
        tile.row[row] = DoNibbleStep(step, values_, row, task_.steps.deck_size, tile.row[row]);
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
    if (run_.counting == LaneCounting::planes && rows == tile_rows) return Collect(tile, first_row);
    CountCollected();
    if (run_.counting != LaneCounting::orders || rows < tile_rows || !AllNibbleOrders(tile, deck_size)) {
      return CountDecks(tile, first_row, rows);
    }
    CountPairs(tile);
    for (std::size_t row = 0; row < tile_rows; row += 2) {
      // Ranks fit 32 bits: two rows' go into one register.
      const V64 both = hn::Or(NibbleRank(tile.row[row], deck_size),
                              hn::ShiftLeft<32>(NibbleRank(tile.row[row + 1], deck_size)));
      hn::Store(hn::BitCast(d32, both), d32, ranks_ + row * lane_count);
    }
    run_.tally->add_ranks(std::span<const std::uint32_t>(ranks_, tile_rows * lane_count));
    CountQuotients(tile, first_row);
  }

  // Counts tiles in planes once there are enough of them.
  HWY_INLINE void Collect(const Tile& tile, std::uint64_t first_row) {
    const auto deck_size = static_cast<std::size_t>(task_.steps.deck_size);
    LayOutNibbles(tile, deck_size, planes_.data(), collected_ * tile_rows * lane_count);
    tiles_[collected_] = tile;
    if (collected_++ == 0) first_collected_row_ = first_row;
    if (collected_ < tiles_of_plane) return;
    const std::uint64_t first = first_collected_row_ * lanes_per_block + lane_;
    if (!run_.tally->add_planes(std::span(planes_).first(deck_size), first, index_of_nibble_deck)) {
      return CountCollected();
    }
    for (std::size_t each = 0; each < tiles_of_plane; ++each) {
      CountPairs(tiles_[each]);
      CountQuotients(tiles_[each], first_collected_row_ + each * tile_rows);
    }
    collected_ = 0;
  }

  // Those that no others joined, or that have a deck that is no order.
  void CountCollected() {
    for (std::size_t tile = 0; tile < collected_; ++tile) {
      CountDecks(tiles_[tile], first_collected_row_ + tile * tile_rows, tile_rows);
    }
    collected_ = 0;
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

  HWY_INLINE void CountQuotients(const Tile& tile, std::uint64_t first_row) {
    const std::uint64_t row = run_.tally->words_to_quotients(first_row) * rows_of_word;
    if (row < tile_rows) quotients_.Add(tile.row + row, *run_.tally);
  }

  void TakePrevious() {
    last_ = hn::LoadU(d64, run_.previous->data() + lane_);
    unlinked_ = lane_count - hn::CountTrue(d64, hn::Ne(last_, hn::Set(d64, no_order)));
  }

  // One by one: where only the decks will do, at the end of an uneven run, and where a deck is no order.
  HWY_NOINLINE void CountDecks(const Tile& tile, std::uint64_t first_row, std::size_t rows) {
    HWY_ALIGN std::uint64_t decks[tile_rows * lane_count];
    for (std::size_t row = 0; row < tile_rows; ++row) {
      hn::Store(tile.row[row], d64, decks + row * lane_count);
    }
    hn::StoreU(last_, d64, run_.previous->data() + lane_);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < lane_count; ++i) {
        const std::uint64_t index = (first_row + row) * lanes_per_block + lane_ + i;
        run_.tally->add_deck(decks[row * lane_count + i], index, lane_ + i, *run_.previous);
      }
    }
    TakePrevious();
  }

  const LaneTask& task_;
  const LaneRun& run_;
  std::size_t lane_;
  std::uint64_t* values_;
  std::uint32_t* ranks_;
  RowFills::Fill fill_;
  V64 last_;              // each lane's last deck
  std::size_t unlinked_;  // lanes that have none
  std::uint64_t pairs_ = 0;
  V64 equal_ = hn::Zero(d64);
  Tile tiles_[tiles_of_plane];  // that wait for others, and their cards in planes
  std::array<Plane, largest_lane_deck> planes_;
  std::size_t collected_ = 0;
  std::uint64_t first_collected_row_ = 0;
  NibbleQuotients& quotients_;
};

inline void RunNibbleLanes(const LaneTask& task, const LaneRun& run) {
  constexpr std::size_t decks = tile_rows * lane_count;
  const std::size_t value_count = std::max<std::size_t>(task.draws.draws.size(), 1) * decks;
  std::byte* const room =
      run.room->of_size(value_count * sizeof(std::uint64_t) + decks * sizeof(std::uint32_t));
  auto* const values = reinterpret_cast<std::uint64_t*>(room);
  // Rows that a short tile does not draw for keep the values of others, or 0.
  std::fill_n(values, value_count, 0);
  auto* const ranks = reinterpret_cast<std::uint32_t*>(values + value_count);
  NibbleQuotients quotients(task.steps.deck_size);
  for (std::size_t lane = 0; lane < lanes_per_block; lane += lane_count) {
    NibbleGroup(task, run, lane, values, ranks, quotients).Run();
  }
  quotients.Finish(*run.tally);
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
