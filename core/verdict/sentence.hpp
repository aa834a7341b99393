// A verdict in plain words.
#pragma once

#include <string>

#include "core/record/run_record.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// One or two sentences that say no more than the evidence: trials, what was found, the bound with its
/// confidence. Precondition: record.verdict is set, and everything but the sentence is filled in.
std::string sentence_of(const TargetRecord& record, const Tally& whole, const Budget& budget);

}  // namespace fairshuffle
