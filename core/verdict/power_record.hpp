// What the trials could have seen, and starting states.
#pragma once

#include <cstdint>
#include <optional>

#include "core/record/findings.hpp"
#include "core/tally/birthday.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// Which known mistakes of a large deck so many trials would have shown.

/// What was counted of how trials hang together.
struct CountedDependence {
  std::uint64_t successive = 0;  ///< of successive trials
  BirthdayCounts birthday = {};  ///< none where permutations are not kept
};

/// What the applied tests of these findings, held to the level that each has at the look, would have shown
/// after `trials` trials: of single decks, of decks that each of these mistakes carries on (whose relative
/// permutations have the distribution of the shuffle), of sorts by random comparators, of seeds
/// that follow each other or stay for two decks, and of few starting states. How many
/// trials what is dependent takes is told by what is counted of so many. Nothing for decks of fewer than
/// smallest_large_deck cards, and without trials. findings: tests, alpha_at_look and family filled in.
std::optional<PowerRecord> power_record(const Findings& findings, int deck_size, std::uint64_t trials,
                                        const CountedDependence& dependence = {});

// What permutations that come again say of a target's seed space.

/// The seed space of a decided target; nothing where decks are small or no trial was kept. An estimate where
/// `birthday` rejects because permutations come again too often, trials are not dependent, and successive
/// ones are equal no more often than so many states have it: what `repeats` shows beyond that is no seed
/// space. A floor where facts.starts_anew. Neither where the first repeat comes later than of independent
/// trials (first_repeat_p): `trials` in all, those that were no permutation included. No estimate where
/// nobody knows when it came, unless each trial is known to start from a draw of its own.
std::optional<SeedSpaceRecord> seed_space_of(const Tally& whole, const TargetFacts& facts,
                                             const Findings& findings, std::uint64_t trials);

/// True where `birthday` rejects, and of as few starting states as that shows some decks follow themselves by
/// chance: then equal successive decks prove no dependence.
bool few_states_explain_repeats(const Tally& whole, const Findings& findings);

/// The step after which the same decks come again: after how many trials. Nothing where `birthday` does not
/// reject, or where equal steps may be chance: with R permutations that came again in N trials it brings the
/// same step to all of them with a probability of at most (2/N)^(R-1), which is to be below 1e-9.
std::optional<std::uint64_t> period_of(const Tally& whole, const Findings& findings);

}  // namespace fairshuffle
