// Known mistakes, run here, beside the counts of a target: two samples.
#pragma once

#include <cstdint>

#include "core/interpret/sample.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// At how small a p a known mistake is excluded, over all that it is held against.
inline constexpr double level_of_exclusion = 1e-4;

/// Tally of so many trials of the mistake, from a fixed seed.
Tally run_of(const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed = 1);

/// Whether the two samples have other numbers per order or draw digits, or other cells of positions and
/// neighbours where those of `whole` are farthest from fair, at level_of_exclusion over twice their number: a
/// mistake is run twice at most. Decks of one size.
bool comes_otherwise(const Tally& whole, const Tally& run);

/// Whether orders come again in the run as often as in `whole`, or more often, as far as both tell: the
/// fewest starting states that it behaves like are no more than the most of the other. False where none came
/// again in `whole` more often than of fair decks.
bool comes_again_as_often(const Tally& whole, const Tally& run);

/// Whether both came to the same counts, as the same law run from the same seed does.
bool same_run(const Tally& one, const Tally& other);

}  // namespace fairshuffle
