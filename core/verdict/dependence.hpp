// Are the trials independent draws from one distribution, and from how many starting states?
#pragma once

#include <cstdint>
#include <optional>

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// What do trials that are dependent look like?

/// The plainest look that holds. proof: what proves the dependence. confidence: of the bounds of a diagnosis
/// of relative permutations. Precondition: the tests are judged.
DependenceRecord described_dependence(const Tally& whole, const Findings& findings, DependenceProof proof,
                                      double confidence);

// Are the trials of a biased target dependent, and how?

/// Fills in `dependence_tests` and `successive_cells`.
void look_at_successive(const Tally& whole, Findings& findings);

/// Fills in `dependent` and `dependence`, and where trials are dependent withdraws the bounds on the bias,
/// which rest on independent trials. confidence: of the bounds of a diagnosis of relative permutations.
/// Precondition: the tests are judged, and one of them rejects.
///
/// A relative permutation that is not uniform proves nothing by itself: independent decks of a biased shuffle
/// have biased relative permutations too. In each representation theirs is the product of the shuffle's own
/// matrix, whose norm is at most 1, with its transpose. So no part of it is larger than the same part of
/// single decks, and where a test of single decks that looks at this part does not reject while that of
/// relative permutations does, the trials are dependent. This and the other proofs: core/README.md 2.13.
void find_link(const Tally& whole, double confidence, Findings& findings);

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
