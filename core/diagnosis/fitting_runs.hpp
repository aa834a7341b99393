// Known mistakes of which no law is known, held against what they come to when they are run here.
#pragma once

#include <vector>

#include "core/interpret/sample.hpp"
#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// At first a few trials of each mistake, then many of each that is left.
inline constexpr std::uint64_t few_trials_run = 512, many_trials_run = 4096;

/// A mistake that a sample does not exclude, and what it came to.
struct FittingRun {
  FittingLaw fit;  ///< with all mistakes that came to the same; its p-value is that of the worst place
  Tally run;
};

/// Those of the setups, of one deck size, that come as the counts do, by their numbers per order, farthest
/// cells (comes_otherwise) and the places of single cards, each at level_of_exclusion; first those that
/// make the counts likeliest.
std::vector<FittingRun> fitting_runs(const Tally& whole, const std::vector<SampleSetup>& setups);

}  // namespace fairshuffle
