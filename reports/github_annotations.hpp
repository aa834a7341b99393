// What GitHub Actions shows beside a change: workflow commands that a step prints.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// One line for the run where it has no verdict, then one for each target that is not as due: "::error" for
/// another verdict or none, "::warning" for one that is undecided; empty where there is nothing to say.
/// Escaped as GitHub's own toolkit does: %, carriage returns and line feeds, in properties also : and the
/// comma.
std::string github_annotations(const RunRecord& run);

}  // namespace fairshuffle
