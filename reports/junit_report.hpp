// The run record as JUnit XML: the report that CI servers show beside their other tests.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// One suite, valid against reports/schema/junit.xsd and so against the xUnit schema of Jenkins. Its first
/// case is the run, an error where the run has no verdict; then there is a case for each target and each
/// control:
///   - it passes with the verdict that was due (the expected one, or fair where nothing was expected);
///   - another verdict is a failure;
///   - inconclusive is an error, since the case ended without an answer: a failure would claim a bias;
///   - a target that could not be run is an error;
///   - where a control came out wrong no verdict of the run counts: what would pass is skipped.
/// Class name and name are unique, a case's time is that of its target's trials and judging, the environment
/// stands at the end. Control characters, which XML cannot hold, become their Unicode pictures.
std::string junit_report(const RunRecord& run);

}  // namespace fairshuffle
