// A verdict in plain words.
#pragma once

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Fills in the sentences of a record that is complete but for them: one or two that say no more than the
/// evidence, trials, what was found, the bound with its confidence. Of a target without a verdict there are
/// none.
void put_in_words(const Budget& budget, TargetRecord& record);

}  // namespace fairshuffle
