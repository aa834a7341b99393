#include "harness/cli/job_check.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "core/statistics/families/family.hpp"
#include "harness/cli/certify_options.hpp"
#include "harness/input_error.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/job/chosen_families.hpp"
#include "harness/job/chosen_tests.hpp"
#include "harness/job/typed_numbers.hpp"
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

// What the options, and the job where there is one, plan with the report's seed.
std::vector<Difference> differences_from(PlanOptions options, const std::optional<std::string>& job_file,
                                         const RunRecord& report) {
  const CertifyPlan plan = plan_with(options, make_unopened_target, job_file);
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
  return differing_plans(report, due, job_file ? "the job says" : "the command says");
}

// The report's plan with what the options say beside their job.
RunRecord with_options(const PlanOptions& options, const RunRecord& report) {
  RunRecord due;
  static_cast<RunSettings&>(due) = report;
  for (const auto& [from, to] :
       {std::pair(&report.results, &due.results), std::pair(&report.controls, &due.controls)}) {
    for (const TargetRecord& record : *from) static_cast<PlannedTarget&>(to->emplace_back()) = record;
  }
  if (options.seed) due.seed = parse_seed("--seed", *options.seed);
  if (options.tests) {
    due.tests.clear();
    for (const TestInfo* test : chosen_tests(options.tests)) due.tests.emplace_back(test->name);
  }
  if (options.certify) due.certify = chosen_families(options.certify);
  if (options.slots) due.birthday_slots = parse_slots("--slots", *options.slots);
  due.pairs = report.pairs || options.pairs || asked_by(due.certify).pairs;
  if (!options.bets.empty() || options.ready_bets) {
    std::vector<int> deck_sizes;
    for (const TargetRecord& record : report.results) deck_sizes.push_back(record.target.deck_size);
    due.bets = chosen_bets(typed_bets(options.bets, options.ready_bets), deck_sizes);
  }
  if (options.alpha) due.budget.alpha = parse_probability("--alpha", *options.alpha, false);
  if (options.tolerance) due.budget.tolerance = parse_probability("--tolerance", *options.tolerance, true);
  if (options.confidence) {
    due.budget.confidence = parse_probability("--confidence", *options.confidence, false);
  }
  if (options.trials) {
    due.fixed_trials = true;
    due.max_trials = parse_trials("--trials", *options.trials);
  } else if (options.max_trials) {
    due.max_trials = parse_trials("--max-trials", *options.max_trials);
  }
  return due;
}

}  // namespace

std::vector<Difference> differences_from_job(const RunRecord& report, const std::string& job_file) {
  std::optional<PlanOptions> options = echoed_options(report.command);
  if (!options || !options->job) {
    throw InputError(fmt::format("--job {}: the report's command names no job file", job_file));
  }
  options->seed = fmt::format("{}", report.seed);
  return differences_from(*std::move(options), job_file, report);
}

std::vector<Difference> differences_from_echo(const RunRecord& report) {
  std::optional<PlanOptions> options = echoed_options(report.command);
  if (!options) return {};
  try {
    if (!options->job) return differences_from(*std::move(options), std::nullopt, report);
    return differing_plans(report, with_options(*options, report), "the command says");
  } catch (const InputError& error) {
    return {{"/command", fmt::format("cannot be planned: {}", error.what())}};
  }
}

bool echo_names_a_job(const RunRecord& report) {
  const std::optional<PlanOptions> options = echoed_options(report.command);
  return options && options->job;
}

}  // namespace fairshuffle
