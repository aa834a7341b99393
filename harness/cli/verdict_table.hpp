// The table of verdicts, and the sentences below it.
#pragma once

#include <string>

#include "core/verdict/run_record.hpp"

namespace fairshuffle {

/// One line a target: name, verdict, trials, total variation, smallest adjusted p; then the sentence of every
/// target that is not fair, what fair leaves open, and what the run as a whole says.
std::string verdict_table(const RunRecord& record, bool colored);

}  // namespace fairshuffle
