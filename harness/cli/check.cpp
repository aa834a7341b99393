// fairshuffle check: is a report what its own counts say?
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/command_check.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/report/report_check.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

struct CheckArguments {
  std::string file;
  std::optional<std::string> job;
};

// Of one target; a changed count changes everything that is computed from it.
constexpr std::size_t most_differences_told = 12;

void print_differences(const std::vector<Difference>& differences) {
  for (std::size_t index = 0; index < std::min(differences.size(), most_differences_told); ++index) {
    fmt::print("    {}: {}\n", one_visible_line(differences[index].pointer),
               one_visible_line(differences[index].sentence));
  }
  if (differences.size() > most_differences_told) {
    fmt::print("    and {} more\n", differences.size() - most_differences_told);
  }
}

// "verdict, the upper bound and 11 tests"
std::string what_was_recomputed(const TargetCheck& target) {
  std::vector<std::string> parts;
  if (!target.verdict_rests_on_kept) parts.emplace_back("verdict");
  if (target.upper_bound) parts.emplace_back(target.lower_bound ? "bounds" : "the upper bound");
  return fmt::format("{}{}{} test{}", fmt::join(parts, ", "), parts.empty() ? "" : " and ", target.tests,
                     target.tests == 1 ? "" : "s");
}

std::string outcome_of(const TargetCheck& target) {
  std::string text = "no verdict, nothing to recompute";
  if (target.has_verdict) {
    if (!target.recomputed) return "its counts do not fit each other";
    text = "recomputed " + what_was_recomputed(target);
  }
  if (!target.kept.empty()) text += fmt::format("; taken on trust: {}", fmt::join(target.kept, ", "));
  return text;
}

int run_check(const CheckArguments& options) {
  const ReportFile report = read_report_file(options.file);
  ReportCheck check = check_report(report);
  CommandCheck command = check_command(report.run, options.job);
  std::ranges::move(command.differences, std::back_inserter(check.differences));
  for (const TargetCheck& target : check.targets) {
    fmt::print("{}  {}: {}\n", target.differences.empty() ? "agrees" : "WRONG ",
               one_visible_line(target.name), outcome_of(target));
    print_differences(target.differences);
  }
  if (!check.differences.empty()) {
    fmt::print("WRONG   the run as a whole\n");
    print_differences(check.differences);
  }
  const std::size_t differences = check.difference_count();
  if (differences > 0) {
    fmt::print("\nThis report is not what its counts say: {} difference{}.\n", differences,
               differences == 1 ? "" : "s");
    return exit_unfair;
  }
  const bool is_on_trust = check.keeps_anything() || !command.trusted.empty();
  fmt::print("\nThe report says what its counts say{}: {}.\n",
             is_on_trust ? ", but for what is taken on trust" : "",
             report.run.verdict ? to_text(*report.run.verdict) : "no verdict");
  std::string trusted = fmt::format("the writer's version ({})", one_visible_line(report.run.tool_version));
  for (const std::string& more : command.trusted) trusted += ", " + more;
  fmt::print("Taken on trust for the whole run: {}, the environment.\n", trusted);
  // Counts can be made up whole; only another run can tell.
  fmt::print(
      "That they came from these targets it cannot prove; the same counts must come out again with:\n{}\n",
      one_visible_line(report.run.command));
  return exit_as_hoped;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("check", "Recompute a report from its counts, and say where it differs");
  command->footer(
      "Holds the report to its schema, then recomputes tests, bounds, verdicts and sentences from the counts "
      "in\n"
      "it. Exit codes: 0 the report follows from its counts; 1 it does not; 2 it is no report, or no job "
      "file.");
  const auto options = std::make_shared<CheckArguments>();
  command->add_option("FILE", options->file, "a JSON report, as 'fairshuffle certify --out' writes it")
      ->required();
  command
      ->add_option("--job", options->job,
                   "the job file that the report's command names; the report is held to it")
      ->option_text("FILE");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace fairshuffle
