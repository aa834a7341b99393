// Are the trials independent draws from one distribution?
#pragma once

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// What do trials that are linked look like?

/// The plainest look that holds. proof: what proves the link. confidence: of the bounds of a diagnosis of
/// quotients. Precondition: the tests are judged.
LinkRecord described_link(const Tally& whole, const Findings& findings, LinkProof proof, double confidence);

// Are the trials of a biased target linked, and how?

/// Fills in `link_tests` and `quotient_cells`.
void look_at_quotients(const Tally& whole, Findings& findings);

/// Fills in `linked` and `link`, and where trials are linked withdraws the bounds on the bias,
/// which rest on independent trials. confidence: of the bounds of a diagnosis of quotients. Precondition: the
/// tests are judged, and one of them rejects.
///
/// A quotient that is not uniform proves nothing by itself: independent decks of a biased shuffle have biased
/// quotients too. In each representation theirs is the product of the shuffle's own matrix, whose norm is at
/// most 1, with its transpose. So no part of it is larger than the same part of single decks, and where a
/// test of single decks that looks at this part does not reject while that of quotients does, the trials are
/// linked. This and the other proofs: core/README.md 2.13.
void find_link(const Tally& whole, double confidence, Findings& findings);

}  // namespace fairshuffle
