// fairshuffle certify: the main job.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "core/verdict/conclusion.hpp"
#include "core/verdict/outcome.hpp"
#include "harness/cli/certify_plan.hpp"
#include "harness/cli/environment.hpp"
#include "harness/cli/github_step.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/cli/verdict_table.hpp"
#include "harness/input_error.hpp"
#include "harness/machine.hpp"
#include "harness/report_file.hpp"
#include "reports/html/html_report.hpp"
#include "reports/json_report.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

int exit_code_of(const RunRecord& record) {
  if (!record.verdict) return exit_incomplete;
  int exit_code = exit_as_hoped;
  for (const TargetRecord& result : record.results) {
    const Outcome outcome = outcome_of(result);
    if (outcome == Outcome::as_due) continue;
    if (outcome != Outcome::undecided) return exit_unfair;
    exit_code = exit_inconclusive;
  }
  return exit_code;
}

RunRecord certify(const CertifyArguments& options, const CertifyPlan& plan) {
  RunRecord record;
  record.tool_version = FAIRSHUFFLE_VERSION;
  record.command = plan.command;
  record.seed = plan.run.seed;
  record.budget = plan.run.budget;
  record.max_trials = plan.run.most_trials;
  record.fixed_trials = plan.run.fixed_trials;
  record.environment = environment_now();
  record.environment.threads = plan.run.threads;

  const auto start = std::chrono::steady_clock::now();
  {
    using Manner = ProgressLine::Manner;
    ProgressLine progress(options.quiet              ? Manner::silent
                          : is_able_terminal(stderr) ? Manner::renewed
                                                     : Manner::now_and_then);
    record.results = run(plan.run, [&progress](const Progress& state) { progress.show(state); });
  }
  record.environment.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  for (std::size_t index = 0; index < record.results.size(); ++index) {
    record.results[index].expected = plan.expected[index];
  }
  const auto first_control = record.results.end() - static_cast<std::ptrdiff_t>(plan.controls);
  record.controls.assign(std::make_move_iterator(first_control),
                         std::make_move_iterator(record.results.end()));
  record.results.erase(first_control, record.results.end());
  conclude(record);
  return record;
}

std::optional<std::filesystem::path> report_path(const CertifyArguments& options) {
  if (options.json && options.out)
    throw InputError("--json and --out both say where the report goes; give one of them");
  if (options.out && options.out->empty()) throw InputError("--out: expected a folder, found ''");
  if (options.out) return std::filesystem::path(*options.out) / "report.json";
  if (options.json && *options.json != "-") return std::filesystem::path(*options.json);
  return std::nullopt;
}

std::optional<std::filesystem::path> page_path(const CertifyArguments& options,
                                               const std::optional<std::filesystem::path>& report) {
  if (!options.html) return std::nullopt;
  if (options.html->empty() || options.html == "-") throw InputError("--html: expected the name of a file");
  std::filesystem::path page = *options.html;
  const auto whole = [](const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal();
  };
  if (report && whole(page) == whole(*report)) {
    throw InputError("--html and the JSON report name the same file; give each its own");
  }
  return page;
}

int run_certify(const CertifyArguments& options) {
  const bool json_to_output = options.json == "-";
  const std::optional<std::filesystem::path> path = report_path(options);
  const std::optional<std::filesystem::path> page = page_path(options, path);
  const TableStyle style = table_style(options.color);
  const CertifyPlan plan = plan_of(options);
  if (options.github && json_to_output) {
    throw InputError("--github prints annotations where --json - prints the report; name a file for it");
  }
  const std::optional<GithubStep> github =
      options.github ? std::optional<GithubStep>(std::in_place) : std::nullopt;
  if (path) check_report_path(*path, options.force);
  if (page) check_report_path(*page, options.force);
  const RunRecord record = certify(options, plan);
  if (json_to_output) {
    fmt::print("{}", json_report(record));
  } else {
    fmt::print("{}", verdict_table(record, style));
    fmt::print("\nReproduce with: {}\n", visible_lines(record.command));
    std::fflush(stdout);
  }
  if (path) {
    write_report_file(*path, json_report(record), options.force);
    if (!options.quiet) fmt::print("Report: {}\n", path->string());
  }
  if (page) {
    write_report_file(*page, html_report(record), options.force);
    // Standard output may be the JSON report.
    if (!options.quiet && !json_to_output) fmt::print("Page: {}\n", page->string());
  }
  if (github) github->show(record);
  return exit_code_of(record);
}

}  // namespace

void add_certify(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("certify", "Run shuffles, count, test, judge, and write a JSON report");
  const auto options = std::make_shared<CertifyArguments>();
  add_plan_options(*command, *options);
  const auto add = [command](const char* name, std::optional<std::string>& value, const char* placeholder,
                             const char* meaning) {
    command->add_option(name, value, meaning)->option_text(placeholder);
  };
  add("--threads", options->threads, "K", "threads; the counts do not depend on them (all cores)");
  add("--out", options->out, "DIR", "write the report to DIR/report.json");
  add("--json", options->json, "FILE|-",
      "write the report to FILE, or to standard output instead of the table");
  add("--html", options->html, "FILE", "write the report as a page with pictures to FILE");
  add("--color", options->color, "WHEN", color_meaning);
  command->add_flag("--force", options->force, "replace an existing report");
  command->add_flag("--github", options->github,
                    "in GitHub Actions: append to the step's summary, annotate what is not as due");
  command->add_flag("--quiet", options->quiet, "no progress");
  command->callback([options, &exit_code] { exit_code = run_certify(*options); });
}

}  // namespace fairshuffle
