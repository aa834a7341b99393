// fairshuffle check: is a report what its own counts say?
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/entry_lines.hpp"
#include "harness/cli/job_check.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/report/report_check.hpp"
#include "harness/target/shell_text.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

struct CheckArguments {
  std::string file;
  std::optional<std::string> job;
};

// Of one target; a changed count changes everything that is computed from it.
constexpr std::size_t most_differences_told = 12;

void print(std::string_view before, std::string_view text) {
  fmt::print("{}", entry_lines(before, text, columns_to_fill()));
}

void print_differences(const std::vector<Difference>& differences) {
  for (std::size_t index = 0; index < std::min(differences.size(), most_differences_told); ++index) {
    print("    ", fmt::format("{}: {}", one_visible_line(differences[index].pointer),
                              one_visible_line(differences[index].sentence)));
  }
  if (differences.size() > most_differences_told) {
    fmt::print("    and {} more\n", differences.size() - most_differences_told);
  }
}

std::string outcome_of(const TargetCheck& target) {
  std::string text = "no verdict, nothing to recompute";
  if (target.has_verdict) {
    if (!target.recomputed) return "not judged again, because counts of this report do not add up";
    text = fmt::format("recomputed verdict{} and {} test{}", target.bounded ? ", bounds" : "", target.tests,
                       target.tests == 1 ? "" : "s");
  }
  if (!target.kept.empty()) text += fmt::format("; taken on trust: {}", fmt::join(target.kept, ", "));
  return text;
}

int run_check(const CheckArguments& options) {
  const ReportFile report = read_report_file(options.file);
  ReportCheck check = check_report(report);
  if (options.job) {
    std::ranges::move(differences_from_job(report.outline(), *options.job),
                      std::back_inserter(check.differences));
  }
  for (const TargetCheck& target : check.targets) {
    print(target.differences.empty() ? "agrees  " : "WRONG   ",
          fmt::format("{}: {}", one_visible_line(target.name), outcome_of(target)));
    print_differences(target.differences);
  }
  if (!check.differences.empty()) {
    fmt::print("WRONG   the run as a whole\n");
    print_differences(check.differences);
  }
  const std::size_t differences = check.difference_count();
  if (differences > 0) {
    fmt::print("\n");
    print("", fmt::format("This report is not what its evidence says: {} difference{}.", differences,
                          differences == 1 ? "" : "s"));
    return exit_unfair;
  }
  fmt::print("\n");
  print("", fmt::format("The report says what its evidence says{}: {}.",
                        check.keeps_anything() ? ", but for what is taken on trust" : "",
                        report.outline().verdict ? to_text(*report.outline().verdict) : "no verdict"));
  print("", fmt::format(
                "Taken on trust for the whole run: the writer's version ({}), the command as echoed, the "
                "environment{}.",
                one_visible_line(report.outline().tool_version),
                options.job ? "" : ", and that this plan was asked for (hand its job file over with --job)"));
  // Counts can be made up whole; only another run can tell.
  print("", "That they came from these targets it cannot prove; the same counts must come out again with:");
  // On one line, so that it can be copied.
  fmt::print("fairshuffle certify --job {}\n", one_visible_line(shell_quoted(options.file)));
  return exit_as_hoped;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("check", "Judge a report's evidence again, and say where the report differs");
  command->footer(
      "Holds the report to its schema, judges its evidence again by its plan, and compares: tests, bounds,\n"
      "verdicts, diagnoses and sentences. Exit codes: 0 the report follows from its evidence; 1 it does "
      "not;\n"
      "2 it is no report, or no job file.");
  const auto options = std::make_shared<CheckArguments>();
  command->add_option("FILE", options->file, "a JSON report, as 'fairshuffle certify --out' writes it")
      ->required();
  command->add_option("--job", options->job, "the job file that was run; the report's plan is held to it")
      ->option_text("FILE");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace fairshuffle
