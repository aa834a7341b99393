// Are the trials independent draws from one distribution?
#pragma once

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

}  // namespace fairshuffle
