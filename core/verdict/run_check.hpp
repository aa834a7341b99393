// Can the evidence be that of a run of this plan?
#pragma once

#include <optional>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/plan.hpp"

namespace fairshuffle {

/// The look, from 1, at which a target of this plan with this evidence was judged last: what is recorded has
/// one look, anything else stands at the first look that is due at its trials or later.
int look_of(const RunSettings& settings, const PlannedTarget& target, const Evidence& evidence);

/// What is wrong with the evidence of a judged target beside what tally_of looks at. Its trials are those due
/// at a look, or fewer where the target may end. The successive pairs follow from the streams: a target in
/// sequence has one, elsewhere each block has one, or one for each lane. An invalid trial has no part in a
/// pair: where all of them are among the witnesses the pairs are known, elsewhere there are bounds. The
/// trials that a bet is judged on follow from the blocks.
std::vector<Contradiction> contradictions_of(const RunSettings& settings, const PlannedTarget& target,
                                             const Evidence& evidence);

/// The same for a target that could not be run to a verdict, of which nothing is kept but how far it came.
std::vector<Contradiction> contradictions_of_failed(const RunSettings& settings, const PlannedTarget& target,
                                                    const Evidence& evidence);

}  // namespace fairshuffle
