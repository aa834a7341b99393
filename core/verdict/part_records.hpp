// Where the bias lives, as the record and the sentence tell it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Every part of what was counted, largest sets of unseen cards first: (n-1,1), (n-2,2) ... (1,...,1). Empty
/// where there are none: one card, more than eight, orders not counted, fewer than two trials. The shares of
/// the bias are there where findings.verdict is biased, trials are not linked, and the estimated phi2 is
/// above three standard errors of what a fair shuffle shows. findings: verdict, tests and linked filled in.
std::vector<PartRecord> part_records(const Tally& whole, const Findings& findings);

/// " By phi2, 75 % of the bias lies in single cards (4,1), 12 % in parity (1,1,1,1,1).": at most three parts,
/// the largest first, each with a twentieth of the bias or more and clearly above noise. Where none has a
/// sixth of it, says that it is spread. Empty where nothing is clear, and where there is only one part at
/// all.
std::string where_the_bias_lies(std::span<const PartRecord> parts);

}  // namespace fairshuffle
