// Is a report's plan the one that was asked for?
#pragma once

#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/report/report_check.hpp"

namespace fairshuffle {

/// Makes the plan of the job file anew, without running, opening or loading anything, and compares it with
/// that of the report, member by member. The report's seed is taken, and so is what its echoed command says
/// beside the job: limits, tests, controls and further targets. Throws InputError where job_file is no job,
/// or the command names none.
std::vector<Difference> differences_from_job(const RunRecord& report, const std::string& job_file);

/// Where the plan is not what the echoed command asks for. Of a command with a job file, which is not at
/// hand, only what it says beside the job: seed, tests and limits. Nothing where it is no command of this
/// program.
std::vector<Difference> differences_from_echo(const RunRecord& report);

/// Whether the echoed command has a job file say what was to be run.
bool echo_names_a_job(const RunRecord& report);

}  // namespace fairshuffle
