// A verdict in plain words.
#pragma once

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Fills in the words of a record that is complete but for them: what its tests cannot see, and one or two
/// sentences that say no more than the evidence, trials, what was found, the bound with its confidence. Of a
/// target without a verdict there are no sentences.
void put_in_words(const Budget& budget, TargetRecord& record);

}  // namespace fairshuffle
