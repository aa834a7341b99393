#include "core/interpret/steps_of_setup.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/interpret/evolve/mix.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

template <class Shuffle>
std::optional<Steps> recorded(const SampleSetup& setup) {
  if constexpr (HasSteps<Shuffle>) {
    return steps_of(Shuffle{OptionValues(setup.options)}, setup.deck_size);
  } else {
    return std::nullopt;
  }
}

struct StepsEntry {
  std::string_view shuffle;
  bool has_steps;
  std::optional<Steps> (*steps)(const SampleSetup&);
};

template <class... S>
constexpr std::array<StepsEntry, sizeof...(S)> entries_of(ShuffleList<S...>) {
  return {StepsEntry{S::info.name, HasSteps<S>, &recorded<S>}...};
}

const StepsEntry& entry_of(std::string_view shuffle) {
  static constexpr auto entries = entries_of(Shuffles{});
  const auto found = std::ranges::find(entries, shuffle, &StepsEntry::shuffle);
  if (found == entries.end()) {
    throw std::invalid_argument("steps: shuffle " + std::string(shuffle) + " is in no catalogue");
  }
  return *found;
}

}  // namespace

bool has_steps(std::string_view shuffle) {
  return entry_of(shuffle).has_steps;
}

std::optional<Steps> steps_of_setup(const SampleSetup& setup) {
  return entry_of(setup.shuffle->name).steps(setup);
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
    return {{}, name + " has no law by steps: " + reason};
  }
  return result;
}

}  // namespace fairshuffle
