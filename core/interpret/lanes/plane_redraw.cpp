#include "core/interpret/lanes/plane_redraw.hpp"

#include <array>

#include "core/interpret/lanes/lane_sources.hpp"

namespace fairshuffle {

namespace {

void draw_again_in(const DrawPlan& plan, const DrawBatch& batch, std::uint64_t bits, std::size_t lane,
                   LaneStates& states, std::uint8_t* values, std::size_t decks) {
  const auto bounds = std::span(plan.bounds).subspan(batch.first, batch.draws);
  std::array<std::uint64_t, longest_batch> drawn;
  if (chain_draws<16>(bounds, batch.threshold, bits, drawn.data())) return;
  auto source = source_of_lane<Xoshiro256PlusPlus>(states, lane);
  do {
    bits = source.next_word() & 0xffff;
  } while (!chain_draws<16>(bounds, batch.threshold, bits, drawn.data()));
  for (std::size_t draw = 0; draw < batch.draws; ++draw) {
    values[(batch.first + draw) * decks] = static_cast<std::uint8_t>(drawn[draw]);
  }
  store_lane(source, states, lane);
}

}  // namespace

void draw_again(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states) {
  for (std::size_t i = 0; i < tile.half; ++i) {
    for (std::size_t row = 0; row < rows_of_word; ++row) {
      if (tile.again[4 * i + row] == 0) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t lane = tile.first_lane + side * tile.half + i;
        for (std::size_t batch = 0; batch < plan.batches.size(); ++batch) {
          const std::uint64_t word = tile.words[(batch * 2 + side) * tile.half + i];
          draw_again_in(plan, plan.batches[batch], word >> (16 * row) & 0xffff, lane, states,
                        tile.values + 8 * i + 2 * row + side, 8 * tile.half);
        }
      }
    }
  }
}

}  // namespace fairshuffle
