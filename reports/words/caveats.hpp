// What verdicts leave open: each caveat once for fair targets and once for others, with their names.
#pragma once

#include <string>
#include <vector>

#include "core/record/run_record.hpp"

namespace fairshuffle {

struct Caveats {
  std::vector<std::string> of_fair;    ///< of the targets that are fair, and of fair controls beside them
  std::vector<std::string> of_others;  ///< of the rest
};

/// "no links between trials ... (all 12 fair targets)", "what single orders show (durstenfeld:n=52,
/// sattolo:n=52)", in the order in which they come.
Caveats caveats_of(const RunRecord& run);

}  // namespace fairshuffle
