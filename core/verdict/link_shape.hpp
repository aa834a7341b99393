// What do trials that are linked look like?
#pragma once

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The plainest look that holds. proof: what proves the link. confidence: of the bounds of a diagnosis of
/// quotients. Precondition: the tests are judged.
LinkRecord described_link(const Tally& whole, const Findings& findings, LinkProof proof, double confidence);

}  // namespace fairshuffle
