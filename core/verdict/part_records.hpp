// Where the bias lives, as the record tells it.
#pragma once

#include <vector>

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Every part of what was counted, largest sets of unseen cards first: (n-1,1), (n-2,2) ... (1,...,1). Empty
/// where there are none: one card, more than eight, orders not counted, fewer than two trials. The shares of
/// the bias are there where findings.verdict is biased, trials are not linked, and the estimated phi2 is
/// above three standard errors of what a fair shuffle shows. findings: verdict, tests and linked filled in.
std::vector<PartRecord> part_records(const Tally& whole, const Findings& findings);

}  // namespace fairshuffle
