#include "harness/cli/run_ending.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/outcome.hpp"
#include "harness/cli/interrupts.hpp"
#include "harness/cli/kept_counts.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/cli/terminal_style.hpp"
#include "harness/input_error.hpp"
#include "harness/job/plan_command.hpp"
#include "harness/report/report_file.hpp"
#include "harness/report/report_input.hpp"
#include "harness/target/shell_text.hpp"
#include "reports/json_report.hpp"
#include "reports/run/run_reports.hpp"

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

// Never throws: what can't be printed is found out when all is done.
void print_out(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// The same run with a budget that would decide it; nothing where nothing is inconclusive, or no budget would.
std::optional<Section> how_to_decide(const PlanOptions& options, const RunRecord& record) {
  constexpr double most = 1e12, margin = 1.1;
  // Where neither time nor a signal ended a child's target early its starts are alike, and --trials has one
  // start.
  const bool ends_itself = !options.max_time && record.environment.interrupted.empty();
  double trials = 0;
  bool from_one_start = false;
  for (const TargetRecord& target : record.results) {
    if (target.verdict != Verdict::inconclusive) continue;
    if (target.facts.recorded || !target.trials_to_decide) return std::nullopt;
    from_one_start = from_one_start || (ends_itself && target.evidence.ended_early);
    trials = std::max(trials, margin * *target.trials_to_decide);
  }
  if (trials == 0 || trials > most || !names_a_plan(options)) return std::nullopt;
  PlanOptions deciding = options;
  deciding.trials.reset();
  deciding.max_time.reset();
  deciding.max_trials.reset();
  (from_one_start ? deciding.trials : deciding.max_trials) = short_number(trials, 2);
  // Whether the program or its command's {trials} ended that start is not known here.
  return Section{.title = from_one_start ? "To decide, if one start gives as many" : "To decide",
                 .blocks = {Command{command_of(deciding, record.seed)}}};
}

void tell_record(const CertifyArguments& options, const CertifyFiles& files,
                 const std::optional<GithubStep>& github, const RunRecord& record) {
  const bool json_to_output = options.json == "-";
  print_out(json_to_output ? json_report(record)
                           : run_text(record, terminal_style(options.color, options.verbose),
                                      how_to_decide(options.plan, record)));
  std::fflush(stdout);
  std::vector<ReportText> texts;
  for (const CertifyFile& file : files.all) texts.push_back({file.path, file.draw(record)});
  write_report_files(texts, files.replace);
  if (!texts.empty() && texts.front().text.size() > largest_report_file) {
    tell_sentence(
        fmt::format("{} is larger than the {} MiB that 'check' and 'diff' read; give fewer targets to a run",
                    texts.front().path.string(), largest_report_file >> 20));
  }
  // Standard output may be the JSON report.
  for (const CertifyFile& file : files.all) {
    if (!options.quiet && !json_to_output) print_out(fmt::format("{}: {}\n", file.what, file.path.string()));
  }
  if (github) github->show(record);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw std::runtime_error("standard output could not be written");
  }
}

}  // namespace

int end_of_run(const CertifyArguments& options, const CertifyFiles& files,
               const std::optional<GithubStep>& github, const RunRecord& record) {
  int exit_code = exit_code_of(record);
  if (!record.environment.interrupted.empty() && exit_code != exit_unfair) exit_code = exit_incomplete;
  const std::string verdict_code = fmt::format("; by its verdict the run ends with {}", exit_code);
  try {
    tell_record(options, files, github, record);
  } catch (const InputError& error) {
    throw InputError(error.what() + verdict_code);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(error.what() + verdict_code);
  }
  return exit_code;
}

std::string few_of(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 5;
  std::string text;
  for (std::size_t index = 0; index < std::min(names.size(), most_named); ++index) {
    text += (index == 0 ? "" : ", ") + names[index];
  }
  return names.size() > most_named ? text + ", ..." : text;
}

int undecided_end(const std::vector<std::string>& targets, int look, const std::filesystem::path& kept,
                  const std::string& else_do) {
  tell_sentence(fmt::format(
      "{} undecided after look {}: {}; {}", targets.size(), look, few_of(targets),
      kept.empty() ? else_do : fmt::format("the next round starts from {}", shell_typed(kept.string()))));
  return exit_incomplete;
}

}  // namespace fairshuffle
