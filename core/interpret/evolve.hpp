// The distribution by moving it from step to step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/exact/distribution.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

// The evolver: its deck is the whole distribution over n! permutations, and each step of a shuffle mixes it.
//
// It admits the shuffles that never look into a drawn index, when no draw is used in two steps: then each
// step is a random rearrangement of the positions, independent of the deck, and the distribution after it is
// a weighted sum of rearranged distributions. Any number of swaps costs no more than so many sums; paths are
// never followed.

/// Most weights moved, each counted by its 64-bit words: about a minute.
inline constexpr double most_words_evolved = 1e10;

/// Most bytes that a distribution and the steps to it may take.
inline constexpr double most_bytes_evolved = 1.5e9;

/// The distribution with the draw method's exact distribution over independent, uniform words, told after
/// every step, from 1 on; a step is one swap, move, deal, cut, sort or merge. Nothing is told of a shuffle
/// without steps. The reference is good during the call. The source decides only how many words there are,
/// and the native draw; a seeding is taken as ideal, and so is the carry of decks. Deck sizes 1..10;
/// why_not_evolved(setup) must be empty, else std::invalid_argument. Throws DistributionRefused beyond the
/// limits above.
void evolve(const SampleSetup& setup,
            const std::function<void(std::size_t step, const Distribution& distribution)>& after_step);

/// The same in doubles. All terms are positive, so rounding adds up to a relative error only: a step that
/// sums m weights adds at most m + 9 units of 2^-53, and the distribution's `error` is that sum times the
/// largest probability.
void evolve_numeric(
    const SampleSetup& setup,
    const std::function<void(std::size_t step, const NumericDistribution& distribution)>& after_step);

/// True when the shuffle of this name never looks into a drawn index.
bool evolve_admits(std::string_view shuffle);

/// One clause that says why the setup has no distribution by steps; empty when it has.
std::string why_not_evolved(const SampleSetup& setup);

// How far from uniform a shuffle is after each of its steps: the bias against the number of swaps, in one
// run.

struct StepDistances {
  std::size_t step;  ///< from 1
  Fraction total_variation, chi_square_distance;
  std::uint64_t support_size;
  /// [position][card]: the chance that the card lies there; empty unless asked for.
  std::vector<std::vector<double>> positions = {};
};

/// Of the distribution after every step; swap-pairs with k swaps gives those of 1 to k swaps. The conditions
/// of evolve.
std::vector<StepDistances> distances_after_steps(const SampleSetup& setup, bool with_positions = false);

// The exact distribution of a target, by whichever interpreter can give it: evolve where it admits, else
// enumerate.

/// The distribution in fractions. why_no_distribution(setup) must be empty, else std::invalid_argument.
/// Throws DistributionRefused where it would take too long.
Distribution distribution_of(const SampleSetup& setup);

/// The distribution in doubles, each probability within the error it states; much quicker for larger decks.
/// The same conditions as distribution_of.
NumericDistribution numeric_distribution_of(const SampleSetup& setup);

/// One clause that says why the setup has no exact distribution here; empty when it has.
std::string why_no_distribution(const SampleSetup& setup);

}  // namespace fairshuffle
