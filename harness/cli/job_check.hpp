// Is a report's plan that of a job file?
#pragma once

#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/report/report_check.hpp"

namespace fairshuffle {

/// Makes the plan of the job file anew, without running, opening or loading anything, and compares it with
/// that of the report, member by member. The report's seed is taken where the job gives none, and controls
/// where the report has some, for which no job file can ask. What else a command said beside its job is a
/// difference. Throws InputError where
/// job_file is no job.
std::vector<Difference> differences_from_job(const RunRecord& report, const std::string& job_file);

}  // namespace fairshuffle
