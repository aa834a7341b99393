#include "core/interpret/lanes/lane_programs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "core/interpret/scalar_deck.hpp"
#include "core/random/generators.hpp"
#include "core/random/language_generators.hpp"
#include "core/random/seeding.hpp"

namespace fairshuffle {

namespace {

std::optional<LaneSource> lane_source(std::string_view name) {
  static constexpr std::array sources{
      std::pair{Xoshiro256PlusPlus::info.name, LaneSource::xoshiro256pp},
      std::pair{MsvcRand::info.name, LaneSource::msvc_rand},
      std::pair{AnsiCRand::info.name, LaneSource::ansi_c_rand},
      std::pair{Minstd::info.name, LaneSource::minstd},
      std::pair{JavaRandom::info.name, LaneSource::java_random},
  };
  const auto found = std::ranges::find(sources, name, [](const auto& source) { return source.first; });
  return found == sources.end() ? std::nullopt : std::optional(found->second);
}

// No form when a draw needs more than one word.
std::optional<DrawForm> form_of(std::string_view method, int word_bits, std::uint64_t largest_bound) {
  if (method == ModuloDraw::info.name) return DrawForm::modulo;
  if (word_bits == 64) {
    if (method == ExactDraw::info.name) return DrawForm::batched;
    if (method == MultiplyShiftDraw::info.name) return DrawForm::multiply_shift_64;
    return std::nullopt;
  }
  if (word_bits > 32 || largest_bound >> word_bits > 0) return std::nullopt;
  if (method == ExactDraw::info.name) return DrawForm::exact;
  if (method == MultiplyShiftDraw::info.name) return DrawForm::multiply_shift;
  return std::nullopt;
}

// Whether so many values can be drawn at once without drawing again too often: one batch of several draws in
// 1,600 at most of 16 bits, where many lanes wait for the one that does, and in 2^10 of 32 bits.
bool makes_a_batch(std::uint64_t product, int batch_bits) {
  if (batch_bits == 32) return product <= std::uint64_t{1} << 22;
  return product <= std::uint64_t{1} << 16 && (std::uint64_t{1} << 16) % product <= 40;
}

// Each batch has as many draws as it can.
std::vector<DrawBatch> batches_of(std::span<const std::uint64_t> bounds, int batch_bits) {
  std::vector<DrawBatch> batches;
  const std::uint64_t words = std::uint64_t{1} << batch_bits;
  for (std::size_t first = 0; first < bounds.size();) {
    std::size_t draws = 1;
    std::uint64_t product = bounds[first], product_of_batch = product;
    for (std::size_t more = 2; first + more <= bounds.size(); ++more) {
      if (batch_bits == 16 && more > longest_batch) break;
      product *= bounds[first + more - 1];
      if (product > words) break;
      if (!makes_a_batch(product, batch_bits)) continue;
      draws = more;
      product_of_batch = product;
    }
    batches.push_back(
        {.first = first, .draws = draws, .threshold = static_cast<std::uint32_t>(words % product_of_batch)});
    first += draws;
  }
  return batches;
}

}  // namespace

std::optional<DrawPlan> plan_draws(std::span<const std::uint64_t> bounds, const SourceEntry& source, int bits,
                                   const DrawEntry& method, int batch_bits) {
  if (batch_bits == 16 &&
      std::ranges::any_of(bounds, [](std::uint64_t bound) { return bound > largest_plane_bound; })) {
    throw std::invalid_argument("plan_draws: a draw of planes has a byte");
  }
  const auto lanes = lane_source(source.info.name);
  const std::uint64_t largest = bounds.empty() ? 1 : std::ranges::max(bounds);
  if (!lanes || largest >> 32 > 0) return std::nullopt;

  DrawPlan plan{.source = *lanes,
                .form = DrawForm::exact,
                .draws = {},
                .bounds = {bounds.begin(), bounds.end()},
                .batches = {}};
  const std::uint64_t largest_word = max_word_of(source, bits);
  plan.word_bits = bits == 0 ? source.word_bits : bits;
  plan.cut = source.word_bits - plan.word_bits;
  plan.gap =
      plan.word_bits == 64 ? 0 : static_cast<int>((std::uint64_t{1} << plan.word_bits) - 1 - largest_word);
  const auto form = form_of(method.info.name, plan.word_bits, largest);
  if (!form) return std::nullopt;
  plan.form = *form;

  if (plan.form == DrawForm::modulo && plan.word_bits + static_cast<int>(std::bit_width(largest)) > 32) {
    // A remainder and 16 more bits of the word, reduced again, and so on: below 2^(8 + 16) at every step.
    if (largest > 256) return std::nullopt;
    plan.chunks = (plan.word_bits + 15) / 16;
  }
  for (const std::uint64_t bound : bounds) {
    plan.draws.push_back(
        {.bound = static_cast<std::uint32_t>(bound),
         .reciprocal =
             bound == 1 ? 0 : static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + bound - 1) / bound),
         .threshold = static_cast<std::uint32_t>((largest_word % bound + 1) % bound)});
  }
  plan.batch_bits = batch_bits;
  if (plan.form == DrawForm::batched) plan.batches = batches_of(bounds, batch_bits);
  return plan;
}

namespace {

// Where the cards come from in a step of one draw, by its value.
std::vector<Card> sources_by_draw(const Step& step, int deck_size, std::uint64_t value) {
  return sources_of(step, deck_size, [value](const StepIndex& index) { return value_of(index, value); });
}

}  // namespace

bool list_what_has_no_kernel(Steps& steps) {
  static constexpr std::array kernels{&Swap::info, &Move::info, &Cut::info, &DealByItself::info};
  for (Step& step : steps.steps) {
    if (step.verb == nullptr || step.is_by_labels() || std::ranges::find(kernels, step.verb) != kernels.end())
      continue;
    if (step.first.is_drawn() && step.second.is_drawn()) return false;
    const StepIndex& drawn = step.drawn();
    const std::uint64_t values = drawn.is_drawn() ? steps.bounds[static_cast<std::size_t>(drawn.draw)] : 1;
    if (values > most_values_listed) return false;
    for (std::uint64_t value = 0; value < values; ++value) {
      const std::vector<Card> cards = sources_by_draw(step, steps.deck_size, value);
      step.sources.insert(step.sources.end(), cards.begin(), cards.end());
    }
  }
  return true;
}

namespace {

bool fits_byte(const StepIndex& index, const Steps& steps) {
  const std::uint64_t bound = index.is_drawn() ? steps.bounds[static_cast<std::size_t>(index.draw)] : 1;
  return value_of(index, bound - 1) < largest_plane_bound;
}

// What the step does to the sorted deck is where each card of any deck comes from.
void note_sources(const Step& step, int deck_size, std::uint64_t value, PlaneStep& plane_step) {
  std::vector<Card> cards = sources_by_draw(step, deck_size, value);
  // Those beyond the deck stay.
  while (cards.size() < largest_plane_deck) cards.push_back(static_cast<Card>(cards.size()));
  for (std::size_t plane = 0; plane < cards.size(); ++plane) {
    plane_step.source[plane][value] = cards[plane];
    plane_step.sources[plane] = static_cast<std::uint8_t>(plane_step.sources[plane] | 1U << cards[plane]);
  }
}

PlaneStep swap_of_fixed(int position, const StepIndex& drawn, std::uint64_t bound) {
  const int lowest = drawn.fixed, highest = drawn.fixed + static_cast<int>(bound) - 1;
  using Kind = PlaneStep::Kind;
  const Kind kind = highest <= position  ? Kind::swap_lower
                    : lowest >= position ? Kind::swap_upper
                                         : Kind::swap_any;
  return {.kind = kind, .draw = drawn.draw, .offset = drawn.fixed, .position = position};
}

std::optional<PlaneStep> plane_step_of(const Step& step, const Steps& steps) {
  using Kind = PlaneStep::Kind;
  if (step.verb == &DealByItself::info) return PlaneStep{.kind = Kind::deal_by_itself};
  if (step.is_by_labels()) {
    const auto fits = [&](const StepIndex& label) { return fits_byte(label, steps); };
    if (!std::ranges::all_of(step.labels, fits)) return std::nullopt;
    return PlaneStep{.kind = Kind::by_labels, .by = step.verb, .labels = step.labels};
  }
  const auto& [first, second] = std::pair(step.first, step.second);
  if (first.is_drawn() && second.is_drawn()) {
    if (step.verb != &Swap::info) return std::nullopt;
    return PlaneStep{.kind = Kind::swap_drawn,
                     .draw = first.draw,
                     .offset = first.fixed,
                     .second_draw = second.draw,
                     .second_offset = second.fixed};
  }
  const bool fixed = !first.is_drawn() && !second.is_drawn();
  const StepIndex& drawn = step.drawn();
  const std::uint64_t bound = fixed ? 1 : steps.bounds[static_cast<std::size_t>(drawn.draw)];
  const int position = (first.is_drawn() ? second : first).fixed;
  if (step.verb == &Swap::info && !fixed) return swap_of_fixed(position, drawn, bound);
  if (step.verb == &Move::info && !fixed) {
    const bool lower = second.is_drawn() && drawn.fixed + static_cast<int>(bound) - 1 <= position;
    const bool from_upper = first.is_drawn() && drawn.fixed >= position;
    if (lower || from_upper) {
      return PlaneStep{.kind = lower ? Kind::move_lower : Kind::move_from_upper,
                       .draw = drawn.draw,
                       .offset = drawn.fixed,
                       .position = position};
    }
  }
  if (step.verb == &Cut::info && !fixed) {
    return PlaneStep{.kind = Kind::cut, .draw = drawn.draw, .offset = drawn.fixed};
  }
  PlaneStep plane_step{.kind = fixed ? Kind::constant : Kind::rearrange, .draw = drawn.draw};
  if (bound > plane_step.source[0].size()) return std::nullopt;
  for (std::uint64_t value = 0; value < bound; ++value) {
    note_sources(step, steps.deck_size, value, plane_step);
  }
  return plane_step;
}

}  // namespace

std::optional<PlaneProgram> plane_program_of(const Steps& steps) {
  if (steps.deck_size > largest_plane_deck) return std::nullopt;
  if (std::ranges::any_of(steps.bounds, [](std::uint64_t bound) { return bound > largest_plane_bound; })) {
    return std::nullopt;
  }
  PlaneProgram program{.deck_size = steps.deck_size, .steps = {}};
  for (const Step& step : steps.steps) {
    std::optional<PlaneStep> plane_step = plane_step_of(step, steps);
    if (!plane_step) return std::nullopt;
    program.steps.push_back(std::move(*plane_step));
  }
  return program;
}

namespace {

int highest_of(const StepIndex& index, const Steps& steps) {
  const std::uint64_t drawn = index.is_drawn() ? steps.bounds[static_cast<std::size_t>(index.draw)] - 1 : 0;
  return static_cast<int>(value_of(index, drawn));
}

bool fits_bytes(const Step& step, const Steps& steps) {
  return std::ranges::all_of(step.labels, [&](const StepIndex& label) {
    return static_cast<std::uint64_t>(highest_of(label, steps)) < largest_plane_bound;
  });
}

TallStep step_at(std::size_t index, const Steps& steps) {
  const Step& step = steps.steps[index];
  TallStep alone{
      .first = index, .count = 1, .swaps_fixed = false, .lowest = 0, .highest = steps.deck_size - 1};
  if (step.verb == &Swap::info || step.verb == &Move::info) {
    alone.lowest = std::min(step.first.fixed, step.second.fixed);
    alone.highest = std::max(highest_of(step.first, steps), highest_of(step.second, steps));
  }
  alone.swaps_fixed = step.verb == &Swap::info && step.first.is_drawn() != step.second.is_drawn();
  return alone;
}

bool can_join(const TallStep& group, const TallStep& next, const Steps& steps) {
  if (!group.swaps_fixed || !next.swaps_fixed || group.count == most_swaps_together) return false;
  const auto fixed_of = [&steps](std::size_t step) { return fixed_swap_of(steps.steps[step]).fixed; };
  const FixedSwap swap = fixed_swap_of(steps.steps[next.first]);
  const int first = fixed_of(group.first), distance = swap.fixed - first;
  // All of them upwards, or all downwards.
  const auto count = static_cast<int>(group.count);
  const bool upwards = group.count == 1 ? distance == 1 : fixed_of(group.first + 1) > first;
  if (distance != (upwards ? count : -count)) return false;
  const int lowest_before = upwards ? first : swap.fixed + 1;
  const int highest_before = upwards ? swap.fixed - 1 : first;
  return highest_of(swap.drawn, steps) < lowest_before || swap.drawn.fixed > highest_before;
}

bool draws_digits(const Steps& steps) {
  const auto last = static_cast<std::size_t>(steps.deck_size) - 1;
  if (steps.steps.size() != last || steps.bounds.size() != last) return false;
  for (std::size_t draw = 0; draw < last; ++draw) {
    const Step& step = steps.steps[draw];
    if (step.verb != &Swap::info || step.first.is_drawn() == step.second.is_drawn()) return false;
    const FixedSwap swap = fixed_swap_of(step);
    if (swap.fixed != static_cast<int>(last - draw) || swap.drawn.fixed != 0) return false;
    if (swap.drawn.draw != static_cast<int>(draw) || steps.bounds[draw] != last - draw + 1) return false;
  }
  return true;
}

}  // namespace

std::optional<TallProgram> tall_program_of(const Steps& steps) {
  if (steps.deck_size > largest_tall_deck) return std::nullopt;
  if (std::ranges::any_of(steps.bounds, [](std::uint64_t bound) { return bound > largest_plane_bound; })) {
    return std::nullopt;
  }
  TallProgram program{.steps = {}, .draws_digits = draws_digits(steps)};
  for (std::size_t index = 0; index < steps.steps.size(); ++index) {
    if (!fits_bytes(steps.steps[index], steps)) return std::nullopt;
    const TallStep next = step_at(index, steps);
    if (!program.steps.empty() && can_join(program.steps.back(), next, steps)) {
      TallStep& group = program.steps.back();
      ++group.count;
      group.lowest = std::min(group.lowest, next.lowest);
      group.highest = std::max(group.highest, next.highest);
    } else {
      program.steps.push_back(next);
    }
  }
  return program;
}

}  // namespace fairshuffle
