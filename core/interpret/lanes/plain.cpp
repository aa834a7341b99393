#include "core/interpret/lanes/plain.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "core/draw/exact.hpp"
#include "core/draw/modulo.hpp"
#include "core/draw/multiply_shift.hpp"
#include "core/interpret/lanes/lane_sources.hpp"
#include "core/interpret/lanes/lane_tally.hpp"

namespace fairshuffle {

namespace {

// A source cut to its top bits, as the draw methods want it.
template <class S>
struct CutSource {
  S source;
  int cut;

  std::uint64_t max_word() const { return S::max_word() >> cut; }
  std::uint64_t next_word() { return source.next_word() >> cut; }
};

// The values of the draws of a few trials of a lane.
using Rows = std::vector<std::vector<std::uint64_t>>;

// A batch has its word before any draw is made again, from further words of the lane.
template <int batch_bits, class S>
void draw_batched(const DrawPlan& plan, S& source, Rows& rows) {
  const auto part_of = [](std::uint64_t word, std::size_t part) {
    return word >> (batch_bits * static_cast<int>(part)) & ((std::uint64_t{1} << batch_bits) - 1);
  };
  std::vector<std::uint64_t> words;
  for (std::size_t batch = 0; batch < plan.batches.size(); ++batch) words.push_back(source.next_word());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t next = 0; next < plan.batches.size(); ++next) {
      const DrawBatch& batch = plan.batches[next];
      const auto bounds = std::span(plan.bounds).subspan(batch.first, batch.draws);
      std::uint64_t* values = rows[row].data() + batch.first;
      std::uint64_t bits = part_of(words[next], row);
      while (!chain_draws<batch_bits>(bounds, batch.threshold, bits, values)) {
        bits = part_of(source.next_word(), 0);
      }
    }
  }
}

template <class Method, class S>
void draw_by_word(const DrawPlan& plan, S& source, Rows& rows) {
  CutSource<S> cut{source, plan.cut};
  for (auto& values : rows) {
    for (std::size_t draw = 0; draw < plan.draws.size(); ++draw) {
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

using Cards = std::array<Card, largest_lane_deck>;

// Throwing packets is a sort by how many begin behind a card.
void to_packets_behind(std::vector<std::uint64_t>& labels) {
  std::uint64_t behind = 0;
  for (std::size_t p = labels.size(); p-- > 0;) {
    const bool begins = labels[p] == 0;
    labels[p] = behind;
    behind += begins;
  }
}

void move_by_labels(std::vector<std::uint64_t> labels, StepKind kind, Cards& cards) {
  if (kind == StepKind::throw_by_labels) to_packets_behind(labels);
  std::vector<std::size_t> positions(labels.size());
  for (std::size_t p = 0; p < positions.size(); ++p) positions[p] = p;
  std::ranges::sort(positions, [&](std::size_t p, std::size_t q) {
    if (labels[p] != labels[q]) return labels[p] < labels[q];
    const bool turned = kind == StepKind::shelve_by_labels && labels[p] % 2 == 0;
    return turned ? p > q : p < q;
  });
  const Cards before = cards;
  for (std::size_t place = 0; place < positions.size(); ++place) {
    if (kind == StepKind::merge_by_labels) {
      cards[positions[place]] = before[place];
    } else {
      cards[place] = before[positions[place]];
    }
  }
}

void run_step(const Step& step, std::span<const std::uint64_t> values, std::size_t deck_size, Cards& cards) {
  const auto value = [&](const StepIndex& index) {
    return value_of(index, index.is_drawn() ? values[static_cast<std::size_t>(index.draw)] : 0);
  };
  if (is_by_labels(step.kind)) {
    std::vector<std::uint64_t> labels;
    for (const StepIndex& label : step.labels) labels.push_back(value(label));
    return move_by_labels(std::move(labels), step.kind, cards);
  }
  do_step(step, value(step.first), value(step.second), {cards.data(), deck_size});
}

std::uint64_t shuffled(const Steps& steps, std::span<const std::uint64_t> values) {
  Cards cards;
  for (std::size_t p = 0; p < cards.size(); ++p) cards[p] = static_cast<Card>(p);
  for (const Step& step : steps.steps) {
    run_step(step, values, static_cast<std::size_t>(steps.deck_size), cards);
  }
  std::uint64_t deck = 0;
  for (int p = 0; p < largest_lane_deck; ++p) {
    deck |= std::uint64_t{cards[static_cast<std::size_t>(p)]} << (4 * p);
  }
  return deck;
}

/// The trials of a lane that are counted in planes, once there are as many as those hold.
class PlainPlanes {
 public:
  PlainPlanes(const LaneTask& task, const LaneRun& run, std::size_t lane)
      : deck_size_(static_cast<std::size_t>(task.steps.deck_size)), run_(run), lane_(lane) {}

  void add(std::uint64_t deck, std::uint64_t row) {
    if (size_ == 0) first_row_ = row;
    decks_[size_] = deck;
    for (std::size_t p = 0; p < deck_size_; ++p) planes_[p][size_] = static_cast<Card>(deck >> 4 * p & 15);
    if (++size_ < decks_.size()) return;
    const std::uint64_t first = first_row_ * lanes_per_block + lane_;
    if (!run_.tally->add_planes(std::span(planes_).first(deck_size_), first, index_of_row)) return empty();
    std::uint64_t& last = (*run_.previous)[lane_];
    std::uint64_t equal = 0;
    const bool is_linked = last != no_order;
    for (const std::uint64_t each : decks_) {
      equal += each == last;
      last = each;
    }
    run_.tally->add_pairs(decks_.size() - (is_linked ? 0 : 1), equal);
    for (std::size_t word = 0; word < decks_.size(); word += rows_of_word) {
      if (run_.tally->words_to_quotients(first_row_ + word) > 0) continue;
      for (std::size_t after = word + 1; after < word + rows_of_word; ++after) {
        run_.tally->add_quotient(decks_[after - 1], decks_[after]);
      }
    }
    size_ = 0;
  }

  /// Counts one by one what is left.
  void empty() {
    for (std::size_t deck = 0; deck < size_; ++deck) {
      const std::uint64_t index = (first_row_ + deck) * lanes_per_block + lane_;
      run_.tally->add_deck(decks_[deck], index, lane_, *run_.previous);
    }
    size_ = 0;
  }

 private:
  static constexpr auto index_of_row = [] {
    std::array<std::uint16_t, decks_of_planes> index{};
    for (std::size_t row = 0; row < index.size(); ++row) {
      index[row] = static_cast<std::uint16_t>(row * lanes_per_block);
    }
    return index;
  }();

  std::size_t deck_size_;
  const LaneRun& run_;
  std::size_t lane_;
  std::array<std::uint64_t, decks_of_planes> decks_;
  std::array<Plane, largest_lane_deck> planes_;
  std::size_t size_ = 0;
  std::uint64_t first_row_ = 0;
};

template <class S>
void run_lane(const LaneTask& task, const LaneRun& run, std::size_t lane) {
  S source = source_of_lane<S>(*run.states, lane);
  const std::size_t rows_at_once = task.draws.batch_bits == 16 ? 4 : 2;
  Rows rows(rows_at_once, std::vector<std::uint64_t>(task.draws.draws.size()));
  PlainPlanes planes(task, run, lane);
  for (std::uint64_t row = 0; row < run.rows;) {
    draw(task.draws, source, rows);
    for (const std::vector<std::uint64_t>& values : rows) {
      const std::uint64_t deck = shuffled(task.steps, values);
      if (run.counting == LaneCounting::nothing) {
        (*run.previous)[lane] ^= deck;
      } else if (run.counting == LaneCounting::planes) {
        planes.add(deck, row);
      } else {
        run.tally->add_deck(deck, row * lanes_per_block + lane, lane, *run.previous);
      }
      ++row;
    }
  }
  planes.empty();
  store_lane(source, *run.states, lane);
}

template <class S>
void draw_tile(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states) {
  Rows rows(rows_of_word, std::vector<std::uint64_t>(plan.draws.size()));
  for (std::size_t i = 0; i < tile.half; ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t lane = tile.first_lane + side * tile.half + i;
      S source = source_of_lane<S>(states, lane);
      draw(plan, source, rows);
      store_lane(source, states, lane);
      for (std::size_t row = 0; row < rows.size(); ++row) {
        std::uint8_t* to = tile.values + 8 * i + 2 * row + side;
        for (const std::uint64_t value : rows[row]) {
          *to = static_cast<std::uint8_t>(value);
          to += 8 * tile.half;
        }
      }
    }
  }
}

}  // namespace

void draw_plain_tile(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states) {
  visit_lane_source(plan.source, [&]<class S>(std::type_identity<S>) { draw_tile<S>(plan, tile, states); });
}

void run_plain_lanes(const LaneTask& task, const LaneRun& run) {
  visit_lane_source(task.draws.source, [&]<class S>(std::type_identity<S>) {
    for (std::size_t lane = 0; lane < lanes_per_block; ++lane) run_lane<S>(task, run, lane);
  });
}

}  // namespace fairshuffle
