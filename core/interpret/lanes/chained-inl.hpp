// The quickest way through a tile: each draw is used at once, by a step that picks one of a few
// rearrangements by it, and never stored. Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_CHAINED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_CHAINED_INL
#undef FAIRSHUFFLE_LANES_CHAINED_INL
#else
#define FAIRSHUFFLE_LANES_CHAINED_INL
#endif

#include "core/interpret/lanes/byte_decks-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// Rows whose decks and random bits fit the registers together.
inline constexpr std::size_t chained_rows = HWY_TARGET <= HWY_AVX3 ? 8 : 4;

// Draws and does the steps of a batch in rows first_row.. of the tile. Gives the smallest last half of each
// lane, in its lower 32 bits.
HWY_INLINE hn::Vec<D32> ChainBatch(const DrawPlan& plan, const DrawBatch& batch, const ByteStep* steps,
                                   const std::uint64_t* values, std::size_t first_row, Tile& tile) {
  V64 bits[chained_rows], deck[chained_rows];
  for (std::size_t row = 0; row < chained_rows; row += 2) {
    bits[row] = hn::Load(d64, values + ValueAt(batch.first, first_row + row));
    bits[row + 1] = hn::ShiftRight<32>(bits[row]);
  }
  for (std::size_t row = 0; row < chained_rows; ++row) deck[row] = tile.row[first_row + row];
  const std::uint64_t* bound = plan.bounds.data() + batch.first;
  const ByteStep* const end = steps + batch.first + batch.draws;
  for (const ByteStep* step = steps + batch.first; step != end; ++step, ++bound) {
    const V64 bound_of_draw = hn::Set(d64, *bound);
    const Choice controls(step->controls);
    for (std::size_t row = 0; row < chained_rows; ++row) {
      bits[row] = Multiply32(bits[row], bound_of_draw);
      deck[row] = Permute(deck[row], controls.At(hn::ShiftRight<32>(bits[row])));
    }
  }
  auto least = hn::BitCast(d32, bits[0]);
  for (std::size_t row = 1; row < chained_rows; ++row) least = hn::Min(least, hn::BitCast(d32, bits[row]));
  for (std::size_t row = 0; row < chained_rows; ++row) tile.row[first_row + row] = deck[row];
  return least;
}

/// Shuffles a tile of sorted decks. Precondition: the plan is batched, from xoshiro256++, and step k of the
/// program is a selection by draw k. `values` is room for the values of the tile.
HWY_INLINE Tile ChainedByteDecks(const DrawPlan& plan, const ByteProgram& program, LaneStates& states,
                                 std::size_t lane, std::uint64_t* values) {
  XoshiroLanes source(states, lane);
  StoreWords(plan, source, values, tile_rows);
  Tile tile = SortedByteDecks();
  M64 again = hn::Lt(hn::Zero(d64), hn::Zero(d64));
  for (const DrawBatch& batch : plan.batches) {
    auto least = ChainBatch(plan, batch, program.steps.data(), values, 0, tile);
    if constexpr (chained_rows < tile_rows) {
      least = hn::Min(least, ChainBatch(plan, batch, program.steps.data(), values, chained_rows, tile));
    }
    again = hn::Or(again, ToDrawAgain(batch, least));
  }
  if (HWY_UNLIKELY(!hn::AllFalse(d64, again))) {
    FillBatchedWithCare<XoshiroLanes>(plan, states, lane, values, tile_rows);
    tile = SortedByteDecks();
    DoSelections(program.steps.data(), program.steps.data() + program.steps.size(), values, tile);
    return tile;
  }
  source.Store(states, lane);
  return tile;
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
