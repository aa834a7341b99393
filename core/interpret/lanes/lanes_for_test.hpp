// Lanes tasks run and compared, for the tests of this folder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/lanes/lanes.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/vector_targets.hpp"
#include "core/random/seeding.hpp"

namespace fairshuffle {

/// Puts the best vector target back when a test ends.
struct TargetsRestored {
  ~TargetsRestored() { use_vector_target(vector_targets().front()); }
};

inline bool same_successive(const SuccessiveCounts& a, const SuccessiveCounts& b) {
  const auto same_sample = [](const SuccessiveSample& one, const SuccessiveSample& other) {
    return std::ranges::equal(one.fixed_points.by_value(), other.fixed_points.by_value()) &&
           std::ranges::equal(one.cycles.by_value(), other.cycles.by_value());
  };
  return a.pairs == b.pairs && a.permutations == b.permutations &&
         std::ranges::equal(a.cycles.by_value(), b.cycles.by_value()) &&
         std::ranges::equal(a.fixed_points.by_value(), b.fixed_points.by_value()) &&
         same_sample(a.successive, b.successive) && same_sample(a.apart, b.apart);
}

inline bool same_counts(const Tally& a, const Tally& b) {
  bool same = a.trials == b.trials && a.permutations.has_value() == b.permutations.has_value() &&
              a.repeats.pairs == b.repeats.pairs && a.repeats.equal == b.repeats.equal &&
              same_successive(a.successive, b.successive) &&
              std::ranges::equal(a.cycles.by_value(), b.cycles.by_value());
  if (same && a.permutations) same = std::ranges::equal(a.permutations->by_rank(), b.permutations->by_rank());
  for (int position = 0; position < a.deck_size; ++position) {
    for (int card = 0; card < a.deck_size; ++card) {
      same = same && a.positions.at(position, card) == b.positions.at(position, card);
    }
  }
  return same;
}

inline bool same_witnesses(const RunningTally& a, const RunningTally& b) {
  return a.invalid_trials() == b.invalid_trials() &&
         std::ranges::equal(a.witnesses(), b.witnesses(), [](const Witness& one, const Witness& other) {
           return one.trial == other.trial && one.permutation == other.permutation;
         });
}

inline bool same(const RunningTally& a, const RunningTally& b) {
  return same_counts(a.complete(), b.complete()) && same_witnesses(a, b);
}

/// All that was counted and kept, as a file of counts has it.
inline std::string coded(const RunningTally& tally) {
  std::string bytes;
  CountsWriter writer([&bytes](std::string_view piece) { bytes += piece; });
  tally.write(writer);
  writer.end();
  return bytes;
}

inline RunningTally lanes_for_test(const LaneTask& task, std::uint64_t trials, std::uint64_t seed = 1) {
  return sample_for_test(*make_lanes_sampler(task), task.steps.deck_size, trials, seed);
}

/// From here on trials are counted by rank or in planes, without a look at their decks; of the first word the
/// relative permutations are, too.
inline constexpr std::uint64_t first_counted_together =
    trials_of_all_successive + 8 * rows_of_word * lanes_per_block;
static_assert(first_counted_together / lanes_per_block / rows_of_word % LaneTally::words_of_a_look == 0);

/// Trials of one block, the first of it being trial `first_trial` of the run, asked for in parts of such
/// sizes.
inline RunningTally lanes_from(const LaneTask& task, std::uint64_t first_trial,
                               std::initializer_list<std::uint64_t> parts, std::uint64_t seed) {
  RunningTally tally(task.steps.deck_size, 0);
  const auto sampler = make_lanes_sampler(task);
  sampler->begin_block(seed);
  for (const std::uint64_t trials : parts) {
    sampler->run(first_trial, trials, tally);
    first_trial += trials;
  }
  tally.settle();
  return tally;
}

/// The task of a shuffle that need not be a registered one.
template <HasSteps Shuffle>
LaneTask task_for_test(const Shuffle& shuffle, int deck_size, std::string_view source = default_source,
                       std::string_view draw = default_draw) {
  return lane_task_of(steps_of(shuffle, deck_size).value(), *find_source(source), 0, *find_draw(draw))
      .value();
}

/// Holds the counts on every vector target to the plain ones.
template <class Shuffle>
void check_as_plain(const Shuffle& shuffle, int deck_size, std::uint64_t trials) {
  const TargetsRestored restored;
  const LaneTask task = task_for_test(shuffle, deck_size);
  use_vector_target("plain");
  const RunningTally plain = lanes_for_test(task, trials);
  CHECK(plain.trials() == trials);
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    CHECK(same(lanes_for_test(task, trials), plain));
  }
}

}  // namespace fairshuffle
