// The tests of a run, of those that there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/statistics/test_result.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/plan_options.hpp"

namespace fairshuffle {

/// Those whose names are counted up with commas, each once; all where nothing is. Throws InputError.
std::vector<const TestInfo*> chosen_tests(const std::optional<std::string>& names);

/// Tests that were asked for by name must fit every target, and must be able to end the run. Throws
/// InputError.
void check_tests(const PlanOptions& options, const RunPlan& run);

}  // namespace fairshuffle
