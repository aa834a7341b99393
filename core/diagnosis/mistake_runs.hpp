// Known mistakes, run here, beside the counts of a target: two samples.
#pragma once

#include <cstdint>
#include <memory>

#include "core/interpret/sample.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// At how small a p a known mistake is excluded, over all that it is held against.
inline constexpr double level_of_exclusion = 1e-4;

/// What a run is held to at one look where it is looked at twice.
inline constexpr double level_of_one_look = level_of_exclusion / 2;

/// Tally of so many trials of the mistake, from a fixed seed.
inline constexpr std::uint64_t seed_of_runs = 1;
Tally run_of(const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed = seed_of_runs);

/// The same trials, some and then more of them. Of wide decks quotients are not counted.
class MistakeRun {
 public:
  explicit MistakeRun(const SampleSetup& setup);

  /// Runs until there are so many trials; none where there are as many.
  void go_on_to(std::uint64_t trials);
  /// The counts so far, as RunningTally::counted has them: without the orders that come again.
  const Tally& so_far() const { return run_.counted(); }
  /// All counts of these trials.
  Tally complete() const { return run_.complete(); }

 private:
  RunningTally run_;
  std::unique_ptr<Sampler> sampler_;
};

/// Whether the two samples have other numbers per order or draw digits, or other cells of positions and
/// neighbours where those of `whole` are farthest from fair, at `level` over their number. Decks of one size.
bool comes_otherwise(const Tally& whole, const Tally& run, double level = level_of_one_look);

/// Whether orders come again in the run as often as in `whole`, or more often, as far as both tell: the
/// fewest starting states that it behaves like are no more than the most of the other. False where none came
/// again in `whole` more often than of fair decks.
bool comes_again_as_often(const Tally& whole, const Tally& run);

/// Whether both came to the same counts, as the same law run from the same seed does.
bool same_run(const Tally& one, const Tally& other);

}  // namespace fairshuffle
