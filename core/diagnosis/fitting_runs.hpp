// Known mistakes of which no law is known, held against what they come to when they are run here.
#pragma once

#include <vector>

#include "core/interpret/sample.hpp"
#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// At first a few trials of each mistake, then many of each that is left.
inline constexpr std::uint64_t few_trials_run = 512, many_trials_run = 4096;

/// Of wide decks, of which no mistake has another law, at first fewer, as each takes ten times as long and
/// its numbers per order, sums over many cards, tell ten times as much; then twice as many at each look, and
/// at the last one as many as were counted, up to these. Near misses are told apart on the way, most of them
/// by a few thousand: a run of all takes a second or more of a deck of 1,024 cards.
inline constexpr std::uint64_t few_trials_of_wide_deck = 128, most_trials_of_wide_deck = 32'768;

/// At how many trials a run that is held against such counts is looked at, ascending, two at least. The last
/// look has half of level_of_exclusion, and those before it share the other half.
std::vector<std::uint64_t> looks_at_runs(const Tally& whole);

/// A mistake that a sample does not exclude, and what it came to.
struct FittingRun {
  FittingLaw fit;  ///< with all mistakes that came to the same; its p-value is that of the worst place
  Tally run;
};

/// Those of the setups, of one deck size, that come as the counts do, by their numbers per order, farthest
/// cells (comes_otherwise, at every look) and the places of single cards (at the last), each at
/// level_of_exclusion; first those that make the counts likeliest.
std::vector<FittingRun> fitting_runs(const Tally& whole, const std::vector<SampleSetup>& setups);

/// Whether fitting_runs would leave the setup out.
bool is_excluded(const SampleSetup& setup, const Tally& whole);

/// Puts those that fitting_runs left into the record.
void list_runs(const Tally& whole, std::vector<FittingRun> fits, DiagnosisRecord& record);

/// The same mistakes with their orders written down in the seven other ways of core/order/symmetries.hpp.
std::vector<SampleSetup> read_otherwise(const std::vector<SampleSetup>& setups);

}  // namespace fairshuffle
