// Does a report's command line ask for the run that the report tells of?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/report/report_check.hpp"

namespace fairshuffle {

struct CommandCheck {
  std::vector<Difference> differences;
  std::vector<std::string> trusted;  ///< in words: what no command in the report tells
};

/// Plans the run anew from run.command, without running, opening or loading anything, and holds to the plan
/// the run's seed, budget and limits, its targets and controls in their order, their tests and what was
/// expected of them. job_file: the job file that run.command names, wherever it lies now; without it, only
/// what the command line overrides is known of such a run. Of a command that is not one of this program
/// nothing is. Throws InputError where job_file is no job, or run.command names none.
CommandCheck check_command(const RunRecord& run, const std::optional<std::string>& job_file = std::nullopt);

}  // namespace fairshuffle
