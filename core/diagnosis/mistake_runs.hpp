// Runs of options of a mistake, which fit and which are excluded.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/interpret/sample.hpp"
#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// Known mistakes, run here, beside the counts of a target: two samples.

/// At how small a p a known mistake is excluded, over all that it is held against.
inline constexpr double level_of_exclusion = 1e-4;

/// What a run is held to at one look where it is looked at twice.
inline constexpr double level_of_one_look = level_of_exclusion / 2;

/// Tally of so many trials of the mistake, from a fixed seed.
inline constexpr std::uint64_t seed_of_runs = 1;
Tally run_of(const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed = seed_of_runs);

/// The same trials, some and then more of them. Of wide decks relative permutations are not counted.
class MistakeRun {
 public:
  explicit MistakeRun(const SampleSetup& setup);

  /// Runs until there are so many trials; none where there are as many.
  void go_on_to(std::uint64_t trials);
  /// The counts so far, as RunningTally::counted has them: without the permutations that come again.
  const Tally& so_far() const { return run_.counted(); }
  /// All counts of these trials.
  Tally complete() const { return run_.complete(); }

 private:
  RunningTally run_;
  std::unique_ptr<Sampler> sampler_;
};

/// Whether the two samples have other numbers per permutation or Lehmer code, or other cells of positions and
/// neighbours where those of `whole` are farthest from fair, at `level` over their number. Decks of one size.
bool comes_otherwise(const Tally& whole, const Tally& run, double level = level_of_one_look);

/// Whether permutations come again in the run as often as in `whole`, or more often, as far as both tell: the
/// fewest starting states that it behaves like are no more than the most of the other. False where none came
/// again in `whole` more often than of fair decks.
bool comes_again_as_often(const Tally& whole, const Tally& run);

/// Whether both came to the same counts, as the same distribution run from the same seed does.
bool same_run(const Tally& one, const Tally& other);

// Some known mistakes have no known distribution. They are run here, and the counts are held against those
// runs.

/// At first a few trials of each mistake, then many of each that is left.
inline constexpr std::uint64_t few_trials_run = 512, many_trials_run = 4096;

/// Wide decks start with fewer trials: a trial takes ten times as long, and its numbers per permutation, sums
/// over many cards, tell ten times as much. Each look doubles them. The last look takes as many as were
/// counted, up to these. Most near misses are told apart on the way by a few thousand trials. A run of all
/// takes a second or more of a deck of 1,024 cards.
inline constexpr std::uint64_t few_trials_of_wide_deck = 128, most_trials_of_wide_deck = 32'768;

/// At how many trials a run that is held against such counts is looked at, ascending, two at least. The last
/// look has half of level_of_exclusion, and those before it share the other half.
std::vector<std::uint64_t> looks_at_runs(const Tally& whole);

/// A mistake that a sample does not exclude, and what it came to.
struct FittingRun {
  /// With all mistakes that came to the same; its p-value is that of the worst place.
  FittingDistribution fit;
  Tally run;
};

/// Those of the setups, of one deck size, that come as the counts do, by their numbers per permutation,
/// farthest cells (comes_otherwise, at every look) and the places of single cards (at the last), each at
/// level_of_exclusion; first those that make the counts likeliest.
std::vector<FittingRun> fitting_runs(const Tally& whole, const std::vector<SampleSetup>& setups);

// Does a known mistake make these permutations? For decks whose known mistakes are held against single cards
// and numbers, but whose permutations are counted all the same.

/// Distributions of more cards take too long to find: of ten a second or two each.
inline constexpr int largest_deck_held_to_permutations = 10;

/// Whether some order came that has probability 0 in the setup's exact distribution, as the setup's reading
/// writes permutations down, or Pearson's test over the permutations, pooled to ten trials a cell
/// (goodness_of_fit), rejects that distribution at level_of_exclusion. Only positive terms make up such a
/// distribution, so that a 0 is no rounding (support_size). False where permutations are not counted, of
/// larger decks, and where the distribution can't be found; where it was, `distance` has its total variation
/// from fair.
bool is_excluded_by_permutations(const SampleSetup& setup, const Tally& whole,
                                 std::optional<double>& distance);

}  // namespace fairshuffle
