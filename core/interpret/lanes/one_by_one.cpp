#include "core/interpret/lanes/one_by_one.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/interpret/lanes/lane_sources.hpp"
#include "core/interpret/scalar_deck.hpp"
#include "core/random/seeding.hpp"

namespace fairshuffle {

namespace {

template <int bits>
std::uint64_t part_of(std::uint64_t word, std::size_t part) {
  return word >> (bits * static_cast<int>(part)) & ((std::uint64_t{1} << bits) - 1);
}

// The values of a batch from a part of a word, or from further words.
template <int bits, class S>
void draw_batch(const DrawPlan& plan, const DrawBatch& batch, std::uint64_t part, S& source,
                std::uint64_t* values) {
  const auto bounds = std::span(plan.bounds).subspan(batch.first, batch.draws);
  while (!chain_draws<bits>(bounds, batch.threshold, part, values + batch.first)) {
    part = part_of<bits>(source.next_word(), 0);
  }
}

template <int bits>
void draw_again_from(const DrawPlan& plan, const PlaneTile& tile, std::size_t part, LaneStates& states) {
  constexpr std::size_t rows = 64 / bits;
  std::vector<std::uint64_t> values(plan.draws.size());
  const auto draw_lane = [&](std::size_t i, std::size_t side) {
    const std::size_t lane = tile.first_lane + side * tile.half + i;
    auto source = source_of_lane<Xoshiro256PlusPlus>(states, lane);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t batch = 0; batch < plan.batches.size(); ++batch) {
        const std::uint64_t word = tile.words[(batch * 2 + side) * tile.half + i];
        draw_batch<bits>(plan, plan.batches[batch], part_of<bits>(word, row), source, values.data());
      }
      std::uint8_t* to = tile.values + 8 * i + 2 * (part * rows + row) + side;
      for (const std::uint64_t value : values) {
        *to = static_cast<std::uint8_t>(value);
        to += 8 * tile.half;
      }
    }
    store_lane(source, states, lane);
  };
  for (std::size_t i = 0; i < tile.half; ++i) {
    if (tile.again[i] == 0) continue;
    for (const std::size_t side : {0U, 1U}) draw_lane(i, side);
  }
}

// A source cut to its top bits, as the draw methods want it.
template <class S>
struct CutSource {
  S source;
  int cut;

  std::uint64_t max_word() const { return S::max_word() >> cut; }
  std::uint64_t next_word() { return source.next_word() >> cut; }
};

// The values of the draws of the rows of a word.
using Rows = std::array<std::vector<std::uint64_t>, rows_of_word>;

// All batches of a word have it before any draw is made again, from further words of the lane.
template <int bits, class S>
void draw_batched(const DrawPlan& plan, S& source, Rows& rows) {
  constexpr std::size_t rows_together = 64 / bits;
  std::vector<std::uint64_t> words(plan.batches.size());
  for (std::size_t first = 0; first < rows.size(); first += rows_together) {
    for (std::uint64_t& word : words) word = source.next_word();
    for (std::size_t row = 0; row < rows_together; ++row) {
      for (std::size_t batch = 0; batch < words.size(); ++batch) {
        draw_batch<bits>(plan, plan.batches[batch], part_of<bits>(words[batch], row), source,
                         rows[first + row].data());
      }
    }
  }
}

template <class Method, class S>
void draw_by_word(const DrawPlan& plan, S& source, Rows& rows) {
  CutSource<S> cut{source, plan.cut};
  for (auto& values : rows) {
    for (std::size_t draw = 0; draw < values.size(); ++draw) {
      values[draw] = Method::below(cut, plan.draws[draw].bound);
    }
  }
  source = cut.source;
}

template <class S>
void draw(const DrawPlan& plan, S& source, Rows& rows) {
  switch (plan.form) {
    case DrawForm::batched:
      return plan.batch_bits == 16 ? draw_batched<16>(plan, source, rows)
                                   : draw_batched<32>(plan, source, rows);
    case DrawForm::exact:
      return draw_by_word<ExactDraw>(plan, source, rows);
    case DrawForm::modulo:
      return draw_by_word<ModuloDraw>(plan, source, rows);
    case DrawForm::multiply_shift:
    case DrawForm::multiply_shift_64:
      return draw_by_word<MultiplyShiftDraw>(plan, source, rows);
  }
}

Rows room_for(const DrawPlan& plan) {
  Rows rows;
  for (auto& values : rows) values.resize(plan.draws.size());
  return rows;
}

void draw_lane(const DrawPlan& plan, std::size_t lane, LaneStates& states, Rows& rows) {
  visit_lane_source(plan.source, [&]<class S>(std::type_identity<S>) {
    S source = source_of_lane<S>(states, lane);
    draw(plan, source, rows);
    store_lane(source, states, lane);
  });
}

}  // namespace

void draw_again(const DrawPlan& plan, const PlaneTile& tile, std::size_t part, LaneStates& states) {
  plan.batch_bits == 16 ? draw_again_from<16>(plan, tile, part, states)
                        : draw_again_from<32>(plan, tile, part, states);
}

void draw_tile(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states) {
  Rows rows = room_for(plan);
  for (std::size_t lane = 0; lane < 2 * tile.half; ++lane) {
    draw_lane(plan, tile.first_lane + lane, states, rows);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::uint8_t* to = tile.values + 8 * (lane % tile.half) + 2 * row + lane / tile.half;
      for (const std::uint64_t value : rows[row]) {
        *to = static_cast<std::uint8_t>(value);
        to += 8 * tile.half;
      }
    }
  }
}

void shuffle_lane(const LaneTask& task, std::size_t lane, LaneStates& states, std::span<Card> decks) {
  Rows rows = room_for(task.draws);
  draw_lane(task.draws, lane, states, rows);
  NoDraws none;
  ScalarDeck<NoDraws> deck(task.steps.deck_size, none);
  for (const std::vector<std::uint64_t>& values : rows) {
    const auto number = [&values](const StepIndex& index) {
      return value_of(index, index.is_drawn() ? values[static_cast<std::size_t>(index.draw)] : 0);
    };
    deck.begin_trial();
    for (const Step& step : task.steps.steps) replay(step, number, deck);
    std::ranges::copy(deck.end_trial(), decks.begin());
    decks = decks.subspan(deck.end_trial().size());
  }
}

}  // namespace fairshuffle
