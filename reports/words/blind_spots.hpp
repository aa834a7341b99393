// What the tests that ran cannot see.
#pragma once

#include <string>
#include <vector>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// What a target may still hide, a clause each: only what no test that ran can see, and its own caveat. Of
/// one without a verdict the caveat alone.
std::vector<std::string> blind_spots_of(const TargetRecord& record);

}  // namespace fairshuffle
