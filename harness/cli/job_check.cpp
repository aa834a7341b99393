#include "harness/cli/job_check.hpp"

#include <algorithm>
#include <optional>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/cli/certify_options.hpp"
#include "harness/input_error.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/report/described_target.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/shell_text.hpp"

namespace fairshuffle {

namespace {

// The options of the command that a report echoes; nothing where it is none of this program's.
std::optional<PlanOptions> echoed_options(const std::string& echo) {
  if (!echo.starts_with("fairshuffle certify ")) return std::nullopt;
  std::optional<std::vector<std::string>> words = shell_words(echo);
  if (!words) return std::nullopt;
  words->erase(words->begin(), words->begin() + 2);
  std::ranges::reverse(*words);  // as the parser takes them
  PlanOptions options;
  CLI::App command;
  add_plan_options(command, options);
  try {
    command.parse(*words);
  } catch (const CLI::ParseError&) {
    return std::nullopt;
  }
  return options;
}

// Which shuffle of a plug-in is meant where it has only one, and what it says of itself, the plug-in knows.
void take_what_only_the_target_knows(const TargetRecord& reported, const RunRecord& report,
                                     TargetRecord& due) {
  const bool may_be_same = due.target.kind == reported.target.kind &&
                           due.target.shuffle == reported.target.shuffle &&
                           due.target.deck_size == reported.target.deck_size;
  if (!may_be_same || described_target(reported, report.seed).caveat) return;
  due.name = reported.name;
  due.caveat = reported.caveat;
  due.target.options = reported.target.options;
}

void take_from(const std::vector<TargetRecord>& reported, const RunRecord& report,
               std::vector<TargetRecord>& due) {
  for (std::size_t index = 0; index < std::min(reported.size(), due.size()); ++index) {
    take_what_only_the_target_knows(reported[index], report, due[index]);
  }
}

}  // namespace

std::vector<Difference> differences_from_job(const RunRecord& report, const std::string& job_file) {
  std::optional<PlanOptions> options = echoed_options(report.command);
  if (!options || !options->job) {
    throw InputError(fmt::format("--job {}: the report's command names no job file", job_file));
  }
  options->seed = fmt::format("{}", report.seed);
  const CertifyPlan plan = plan_with(*options, make_unopened_target, job_file);
  RunRecord due;
  const Plan data = planned(plan);
  static_cast<RunSettings&>(due) = data;
  for (const PlannedTarget& target : data.targets) {
    std::vector<TargetRecord>& list =
        due.results.size() + data.controls < data.targets.size() ? due.results : due.controls;
    static_cast<PlannedTarget&>(list.emplace_back()) = target;
  }
  take_from(report.results, report, due.results);
  take_from(report.controls, report, due.controls);
  return differing_plans(report, due);
}

}  // namespace fairshuffle
