#include "core/interpret/lanes/plane_program.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fairshuffle {

namespace {

bool fits_byte(const StepIndex& index, const Steps& steps) {
  const std::uint64_t bound = index.is_drawn() ? steps.bounds[static_cast<std::size_t>(index.draw)] : 1;
  return value_of(index, bound - 1) < largest_plane_bound;
}

// What the step does to the sorted deck is where each card of any deck comes from.
void note_sources(const Step& step, int deck_size, std::uint64_t value, PlaneStep& plane_step) {
  std::array<Card, largest_plane_deck> cards;
  std::iota(cards.begin(), cards.end(), Card{0});
  do_step(step, value_of(step.first, value), value_of(step.second, value),
          {cards.data(), static_cast<std::size_t>(deck_size)});
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
  if (step.kind == StepKind::deal_by_itself) return PlaneStep{.kind = Kind::deal_by_itself};
  if (is_by_labels(step.kind)) {
    const auto fits = [&](const StepIndex& label) { return fits_byte(label, steps); };
    if (!std::ranges::all_of(step.labels, fits)) return std::nullopt;
    const Kind kind = step.kind == StepKind::sort_by_labels    ? Kind::sort_by_labels
                      : step.kind == StepKind::merge_by_labels ? Kind::merge_by_labels
                      : step.kind == StepKind::throw_by_labels ? Kind::throw_by_labels
                                                               : Kind::shelve_by_labels;
    return PlaneStep{.kind = kind, .labels = step.labels};
  }
  const auto& [first, second] = std::pair(step.first, step.second);
  if (first.is_drawn() && second.is_drawn()) {
    if (step.kind != StepKind::swap) return std::nullopt;
    return PlaneStep{.kind = Kind::swap_drawn,
                     .draw = first.draw,
                     .offset = first.fixed,
                     .second_draw = second.draw,
                     .second_offset = second.fixed};
  }
  const bool fixed = !first.is_drawn() && !second.is_drawn();
  const StepIndex& drawn = first.is_drawn() ? first : second;
  const std::uint64_t bound = fixed ? 1 : steps.bounds[static_cast<std::size_t>(drawn.draw)];
  const int position = (first.is_drawn() ? second : first).fixed;
  if (step.kind == StepKind::swap && !fixed) return swap_of_fixed(position, drawn, bound);
  if (step.kind == StepKind::move && !fixed) {
    const bool lower = second.is_drawn() && drawn.fixed + static_cast<int>(bound) - 1 <= position;
    const bool from_upper = first.is_drawn() && drawn.fixed >= position;
    if (lower || from_upper) {
      return PlaneStep{.kind = lower ? Kind::move_lower : Kind::move_from_upper,
                       .draw = drawn.draw,
                       .offset = drawn.fixed,
                       .position = position};
    }
  }
  if (step.kind == StepKind::cut && !fixed) {
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

}  // namespace fairshuffle
