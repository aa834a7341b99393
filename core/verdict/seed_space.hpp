// What orders that come again say of a target's seed space.
#pragma once

#include <optional>

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The seed space of a decided target; nothing where decks are small or no trial was kept. An estimate where
/// `birthday` rejects because orders come again too often, trials are not linked, and successive ones are
/// equal no more often than so many states have it: what `repeats` shows beyond that is no seed space. A
/// floor where facts.starts_anew.
std::optional<SeedSpaceRecord> seed_space_of(const Tally& whole, const TargetFacts& facts,
                                             const Findings& findings);

/// True where `birthday` rejects, and of as few starting states as that shows some decks follow themselves by
/// chance: then equal successive decks prove no link.
bool few_states_explain_repeats(const Tally& whole, const Findings& findings);

/// The step after which the same decks come again: after how many trials. Nothing where `birthday` does not
/// reject, or where equal steps may be chance: with R orders that came again in N trials it brings the same
/// step to all of them with a probability of at most (2/N)^(R-1), which is to be below 1e-9.
std::optional<std::uint64_t> period_of(const Tally& whole, const Findings& findings);

}  // namespace fairshuffle
