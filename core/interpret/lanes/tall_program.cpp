#include "core/interpret/lanes/tall_program.hpp"

#include <algorithm>

#include "core/interpret/lanes/plane_program.hpp"

namespace fairshuffle {

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
  if (step.kind == StepKind::swap || step.kind == StepKind::move) {
    alone.lowest = std::min(step.first.fixed, step.second.fixed);
    alone.highest = std::max(highest_of(step.first, steps), highest_of(step.second, steps));
  }
  alone.swaps_fixed = step.kind == StepKind::swap && step.first.is_drawn() != step.second.is_drawn();
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
    if (step.kind != StepKind::swap || step.first.is_drawn() == step.second.is_drawn()) return false;
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
