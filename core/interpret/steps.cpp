#include "core/interpret/steps.hpp"

#include <type_traits>
#include <utility>

#include "core/interpret/evolve/moving_distribution.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

StepRecorder::StepRecorder(int deck_size)
    : steps_{.deck_size = deck_size, .bounds = {}, .terms = {}, .steps = {}},
      labels_(static_cast<std::size_t>(deck_size), StepIndex(0)) {}

StepIndex StepRecorder::draw_sum(int terms, std::int64_t bound) {
  if (steps_.bounds.size() == most_steps) {
    possible_ = false;
    return 0;
  }
  steps_.bounds.push_back(static_cast<std::uint64_t>(bound));
  steps_.terms.push_back(terms);
  return StepIndex::of_draw(steps_.bounds.size() - 1);
}

// Handing out copies cards from a deck that must not change any more: in place until then, never after.
void StepRecorder::pile_up(HandOut, int i) {
  if (!way_ || way_ == Way::in_place) way_ = Way::handing_out;
  take_way(Way::handing_out);
  handed_out_.push_back(i);
}

void StepRecorder::do_in(Way way, const VerbInfo& verb, StepIndex first, StepIndex second) {
  take_way(way);
  Step step{.verb = &verb, .first = first, .second = second};
  if (step.is_by_labels()) step.labels = labels_;
  add(std::move(step));
}

std::optional<Steps> StepRecorder::finish() {
  if (!handed_out_.empty()) {
    Step step{.verb = nullptr};
    for (int position = 0; position < size(); ++position) {
      const auto at = static_cast<std::size_t>(position);
      step.sources.push_back(at < handed_out_.size() ? handed_out_[at] : position);
    }
    add(std::move(step));
  }
  // A pile of fewer cards than the deck, or of more, is not what lies in the one array.
  const bool piles = way_ == Way::dealing || way_ == Way::inside_out;
  if (piles && placed_ != size()) possible_ = false;
  if (handed_out_.size() > static_cast<std::size_t>(size())) possible_ = false;
  if (!possible_) return std::nullopt;
  return std::move(steps_);
}

bool StepRecorder::is_position(StepIndex index) const {
  const std::uint64_t drawn =
      index.is_drawn() ? steps_.values_of(static_cast<std::size_t>(index.draw)) - 1 : 0;
  return index.fixed >= 0 &&
         static_cast<std::uint64_t>(index.fixed) + drawn < static_cast<std::uint64_t>(size());
}

void StepRecorder::add(Step step) {
  const bool at_positions = step.verb != nullptr && step.verb->takes_positions;
  if (at_positions && (!is_position(step.first) || !is_position(step.second))) possible_ = false;
  if (steps_.steps.size() == most_steps) {
    possible_ = false;
    return;
  }
  steps_.steps.push_back(std::move(step));
}

void StepRecorder::take_way(Way way) {
  if (!way_) way_ = way;
  if (way_ != way) possible_ = false;
}

bool has_steps(std::string_view shuffle) {
  return visit_shuffle(shuffle, []<class S>(std::type_identity<S>) { return HasSteps<S>; });
}

std::optional<Steps> steps_of_setup(const SampleSetup& setup) {
  return visit_shuffle(setup.shuffle->name, [&setup]<class S>(std::type_identity<S>) {
    if constexpr (HasSteps<S>) {
      return steps_of(S{OptionValues(setup.options)}, setup.deck_size);
    } else {
      return std::optional<Steps>();
    }
  });
}

IndependentSteps independent_steps_of(const SampleSetup& setup) {
  if (std::string reason = why_not_followed(setup); !reason.empty()) return {{}, std::move(reason)};
  const std::string name(setup.shuffle->name);
  if (!has_steps(name)) return {{}, name + " looks into what it draws, so its steps depend on the path"};
  if (const SeedingKind kind = setup.clock.seeding.kind;
      seeds_every_shuffle(kind) || kind == SeedingKind::per_draw_clock) {
    return {{}, "draws that are seeded for every shuffle depend on each other, and so do the steps"};
  }
  IndependentSteps result{steps_of_setup(setup), ""};
  if (!result.steps) {
    return {{},
            name + " has more than " + std::to_string(most_steps) + " steps or draws, or leaves its deck"};
  }
  if (const std::string reason = why_no_mixes(*result.steps); !reason.empty()) {
    return {{}, name + " has no distribution by steps: " + reason};
  }
  return result;
}

}  // namespace fairshuffle
