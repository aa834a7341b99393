// fairshuffle certify: the main job.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/outcome.hpp"
#include "core/verdict/conclusion.hpp"
#include "harness/cli/certify_files.hpp"
#include "harness/cli/certify_options.hpp"
#include "harness/cli/github_step.hpp"
#include "harness/cli/interrupts.hpp"
#include "harness/cli/kept_counts.hpp"
#include "harness/cli/outlook.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/cli/terminal_style.hpp"
#include "harness/engine/memory.hpp"
#include "harness/input_error.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/job/plan_command.hpp"
#include "harness/machine.hpp"
#include "harness/report/report_file.hpp"
#include "reports/json_report.hpp"
#include "reports/run/run_reports.hpp"
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

// Told otherwise than it would be: a report that is run again says how many it had.
bool tells_slots(const RunPlan& plan) {
  return plan.slots && *plan.slots != plan.slots_left();
}

double passed_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void tell_outlook(const RunPlan& plan, double trials_a_second) {
  const std::string text = outlook(plan, trials_a_second);
  if (!text.empty()) tell(fmt::format("fairshuffle: {}\n", text));
}

std::uint64_t trials_expected(const Progress& state) {
  return std::max(state.trials_done, state.trials_if_fair.value_or(state.trials_at_most));
}

RunRecord certify(const CertifyArguments& options, CertifyPlan& plan, KeptCounts& kept) {
  Environment environment = environment_now();
  environment.threads = plan.run.threads;
  const Interrupts interrupts;
  const auto start = std::chrono::steady_clock::now();
  plan.run.is_to_end = [start, limit = plan.max_seconds] {
    return !Interrupts::heard().empty() || (limit && passed_since(start) >= *limit);
  };
  std::vector<TargetRecord> targets;
  bool is_told = false;
  {
    using Manner = ProgressLine::Manner;
    ProgressLine progress(options.quiet              ? Manner::silent
                          : is_able_terminal(stderr) ? Manner::renewed
                                                     : Manner::now_and_then);
    try {
      targets = run(
          plan.run,
          [&](const Progress& state) {
            const double passed = passed_since(start);
            if (!is_told && passed >= 1) {
              is_told = true;
              const double rate = static_cast<double>(state.trials_done - state.trials_before) / passed;
              const double left = static_cast<double>(trials_expected(state) - state.trials_done) / rate;
              kept.expect(std::min(left, plan.max_seconds.value_or(left)));
              if (!options.quiet) {
                progress.clear();
                tell_outlook(plan.run, rate);
              }
            }
            progress.show(state);
          },
          environment.target_seconds);
    } catch (const EndedAgain&) {
      progress.clear();
      kept.refuse_second_end();
    }
  }
  environment.seconds = passed_since(start);
  environment.interrupted = Interrupts::heard();

  RunRecord record = concluded(planned(plan), std::move(targets));
  record.tool_version = FAIRSHUFFLE_VERSION;
  record.command = plan.command;
  record.environment = std::move(environment);
  return record;
}

// Before the run: who mistyped a number need not wait for its end.
void tell_bets_left_out(const RunPlan& plan) {
  for (const std::string& sentence : bets_left_out(plan.bets, decks_of(plan))) {
    tell(fmt::format("fairshuffle: {}\n", one_visible_line(sentence)));
  }
}

void tell_remarks(const RunPlan& plan) {
  for (const auto& target : plan.targets) {
    const std::string remark = target->remark();
    if (remark.empty()) continue;
    tell(fmt::format("fairshuffle: {}: {}\n", one_visible_line(target->name()), one_visible_line(remark)));
  }
}

// Never throws: what can't be printed is found out when all is done.
void print_out(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// The same run with a budget that would decide it; empty where nothing is inconclusive, or no budget would.
std::string deciding_command(const PlanOptions& options, const RunRecord& record) {
  constexpr double most = 1e12, margin = 1.1;
  double trials = 0;
  for (const TargetRecord& target : record.results) {
    if (target.verdict != Verdict::inconclusive) continue;
    if (target.facts.recorded || !target.trials_to_decide) return "";
    trials = std::max(trials, margin * *target.trials_to_decide);
  }
  if (trials == 0 || trials > most) return "";
  PlanOptions deciding = options;
  deciding.trials.reset();
  deciding.max_time.reset();
  deciding.max_trials = short_number(trials, 2);
  return command_of(deciding, record.seed);
}

// Nothing of the record is lost where one way to tell it fails.
void tell_record(const CertifyArguments& options, const std::vector<CertifyFile>& files, bool replaces_report,
                 const std::optional<GithubStep>& github, const RunRecord& record) {
  const bool json_to_output = options.json == "-";
  print_out(json_to_output ? json_report(record)
                           : run_text(record, terminal_style(options.color, options.verbose)));
  if (const std::string command = deciding_command(options.plan, record);
      !json_to_output && !command.empty()) {
    print_out(fmt::format("To decide: {}\n", command));
  }
  std::fflush(stdout);
  std::vector<ReportText> texts;
  for (const CertifyFile& file : files) texts.push_back({file.path, file.draw(record)});
  write_report_files(texts, replaces_report);
  // Standard output may be the JSON report.
  for (const CertifyFile& file : files) {
    if (!options.quiet && !json_to_output) print_out(fmt::format("{}: {}\n", file.what, file.path.string()));
  }
  if (github) github->show(record);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw std::runtime_error("standard output could not be written");
  }
}

int run_certify(const CertifyArguments& options) {
  terminal_style(options.color, options.verbose);  // refuses a wrong word before the run
  KeptCounts kept(options);
  CertifyPlan plan = plan_of(kept.plan_options());
  if (options.github && options.json == "-") {
    throw InputError("--github prints annotations where --json - prints the report; name a file for it");
  }
  const std::optional<GithubStep> github =
      options.github ? std::optional<GithubStep>(std::in_place) : std::nullopt;
  const bool replaces_report = options.force || kept.has_written_report();
  const std::vector<CertifyFile> files = certify_files(options, replaces_report);
  kept.begin(plan);
  if ((plan.run.pairs || tells_slots(plan.run)) && !options.quiet) {
    tell(fmt::format("fairshuffle: the counters of this run take {:.0f} MB at most\n",
                     static_cast<double>(memory_of(plan.run)) / 1e6));
  }
  if (!options.quiet) tell_bets_left_out(plan.run);
  const RunRecord record = certify(options, plan, kept);
  take_write_signals_for_errors();
  if (!options.quiet) tell_remarks(plan.run);
  const std::string& signal = record.environment.interrupted;
  if (!signal.empty()) {
    tell(fmt::format("fairshuffle: interrupted by {}: what was there is judged, and no more was run\n",
                     signal));
  }
  kept.tell_how_to_go_on();
  int exit_code = exit_code_of(record);
  if (!signal.empty() && exit_code != exit_unfair) exit_code = exit_incomplete;
  const std::string verdict_code = fmt::format("; by its verdict the run ends with {}", exit_code);
  try {
    tell_record(options, files, replaces_report, github, record);
  } catch (const InputError& error) {
    throw InputError(error.what() + verdict_code);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(error.what() + verdict_code);
  }
  kept.end();
  return exit_code;
}

}  // namespace

void add_certify(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("certify", "Run shuffles, count, test, judge, and write a JSON report");
  const auto options = std::make_shared<CertifyArguments>();
  add_plan_options(*command, options->plan);
  const auto add = [command](const char* name, std::optional<std::string>& value, const char* placeholder,
                             const char* meaning) {
    command->add_option(name, value, meaning)->option_text(placeholder);
  };
  add("--threads", options->plan.threads, "K", "threads; the counts do not depend on them (all cores)");
  add("--out", options->out, "DIR",
      "write the report to DIR/report.json, and drawn beside it a page, a JUnit file and Markdown");
  add("--json", options->json, "FILE|-",
      "write the report to FILE, or to standard output instead of the table");
  add("--html", options->html, "FILE", "write the report as a page with pictures to FILE");
  add("--checkpoint", options->checkpoint, "FILE",
      "keep the run's counts in FILE every minute, and go on from there if it is there; standard, as "
      "report.fair beside the report, for runs of more than ten minutes");
  add("--checkpoint-every", options->checkpoint_every, "TIME", "so often instead, as in 30s or 5m");
  add("--resume", options->resume, "FILE", "go on from a checkpoint: the plan is in the file");
  add("--color", options->color, "auto|always|never", color_meaning);
  command->add_flag("--force", options->force, "replace an existing report");
  command->add_flag("--github", options->github,
                    "in GitHub Actions: append to the step's summary, annotate what is not as due");
  command->add_flag("--quiet", options->quiet, "no progress");
  command->add_flag("--verbose", options->verbose, verbose_meaning);
  command->callback([options, &exit_code] { exit_code = run_certify(*options); });
}

}  // namespace fairshuffle
