// What verdicts leave open: each caveat once, with the targets that it is about.
#pragma once

#include <string>
#include <vector>

#include "core/record/run_record.hpp"

namespace fairshuffle {

struct Caveats {
  std::vector<std::string> of_fair;    ///< those of at least one target that is fair
  std::vector<std::string> of_others;  ///< the rest, controls' included
};

/// "no links between trials ... (all 12 targets)", "what single orders show (durstenfeld:n=52,
/// sattolo:n=52)", in the order in which they come.
Caveats caveats_of(const RunRecord& run);

}  // namespace fairshuffle
