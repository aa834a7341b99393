#include "core/interpret/lanes/byte_program.hpp"

#include <algorithm>
#include <utility>

namespace fairshuffle {

namespace {

// What the step does to the sorted deck is where each card of any deck comes from.
std::uint64_t control_of(const Step& step, int deck_size, std::size_t drawn_value) {
  std::array<Card, largest_byte_deck> cards{0, 1, 2, 3, 4, 5, 6, 7};
  do_step(step, value_of(step.first, drawn_value), value_of(step.second, drawn_value),
          {cards.data(), static_cast<std::size_t>(deck_size)});
  std::uint64_t control = 0;
  for (std::size_t byte = 0; byte < cards.size(); ++byte) control |= std::uint64_t{cards[byte]} << (8 * byte);
  return control;
}

ByteStep::Kind kind_of(const Step& step) {
  switch (step.kind) {
    case StepKind::deal_by_itself:
      return ByteStep::Kind::deal_by_itself;
    case StepKind::sort_by_labels:
      return ByteStep::Kind::sort_by_labels;
    case StepKind::merge_by_labels:
      return ByteStep::Kind::merge_by_labels;
    default:
      if (step.first.is_drawn() && step.second.is_drawn()) return ByteStep::Kind::swap_drawn;
      return step.first.is_drawn() || step.second.is_drawn() ? ByteStep::Kind::select
                                                             : ByteStep::Kind::constant;
  }
}

}  // namespace

std::optional<ByteProgram> byte_program_of(const Steps& steps) {
  if (steps.deck_size > largest_byte_deck) return std::nullopt;
  ByteProgram program{.deck_size = steps.deck_size, .steps = {}};
  for (const Step& step : steps.steps) {
    ByteStep byte_step{.kind = kind_of(step), .labels = step.labels};
    if (byte_step.kind == ByteStep::Kind::swap_drawn) {
      if (step.kind != StepKind::swap || step.first.fixed != 0 || step.second.fixed != 0) return std::nullopt;
      byte_step.draw = step.first.draw;
      byte_step.second_draw = step.second.draw;
    }
    if (byte_step.kind == ByteStep::Kind::select) {
      byte_step.draw = std::max(step.first.draw, step.second.draw);
      const std::uint64_t bound = steps.bounds[static_cast<std::size_t>(byte_step.draw)];
      if (bound > byte_step.controls.size()) return std::nullopt;
      for (std::uint64_t value = 0; value < bound; ++value) {
        byte_step.controls[value] = control_of(step, steps.deck_size, value);
      }
    }
    if (byte_step.kind == ByteStep::Kind::constant) {
      byte_step.controls[0] = control_of(step, steps.deck_size, 0);
    }
    program.steps.push_back(std::move(byte_step));
  }
  return program;
}

}  // namespace fairshuffle
