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
#include "core/record/looks.hpp"
#include "harness/cli/certify_files.hpp"
#include "harness/cli/certify_options.hpp"
#include "harness/cli/certify_shard.hpp"
#include "harness/cli/github_step.hpp"
#include "harness/cli/interrupts.hpp"
#include "harness/cli/kept_counts.hpp"
#include "harness/cli/misspelt.hpp"
#include "harness/cli/outlook.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/run_ending.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/cli/terminal_style.hpp"
#include "harness/cli/text_option.hpp"
#include "harness/cluster/rank_parts.hpp"
#include "harness/engine/memory.hpp"
#include "harness/engine/pace.hpp"
#include "harness/input_error.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/job/planned_run.hpp"
#include "harness/job/typed_numbers.hpp"
#include "harness/report/begun_reports.hpp"

namespace fairshuffle {

namespace {

// Told otherwise than it would be: a report that is run again says how many it had.
bool tells_slots(const RunPlan& plan) {
  return plan.slots && *plan.slots != plan.slots_left();
}

double passed_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void tell_outlook(const RunPlan& plan, double trials_a_second) {
  const std::string text = outlook(plan, trials_a_second);
  if (!text.empty()) tell_sentence(text);
}

std::uint64_t trials_expected(const Progress& state) {
  return std::max(state.trials_done, state.trials_if_fair.value_or(state.trials_at_most));
}

RunRecord certify(const CertifyArguments& options, CertifyPlan& plan, KeptCounts& kept) {
  const auto start = std::chrono::steady_clock::now();
  RunRecord record;
  bool is_told = false;
  Pace pace;
  {
    ProgressLine progress(options.quiet);
    try {
      record = run_planned(plan, [&](const Progress& state) {
        pace.hear(state);
        const std::optional<double> rate = pace.trials_a_second();
        if (!is_told && rate && passed_since(start) >= 1) {
          is_told = true;
          const double left = static_cast<double>(trials_expected(state) - state.trials_done) / *rate;
          kept.expect(std::min(left, plan.max_seconds.value_or(left)));
          if (!options.quiet) {
            progress.clear();
            tell_outlook(plan.run, *rate);
          }
        }
        progress.show(state);
      });
    } catch (const EndedAgain&) {
      kept.refuse_second_end();
    } catch (const TargetDisturbed& error) {
      kept.refuse_disturbed(error);
    } catch (const CodedCountsError& error) {
      kept.file()->refuse(error.what());
    } catch (const std::invalid_argument& error) {
      if (!kept.file()) throw;
      kept.file()->refuse(fmt::format("can't be judged: {}", error.what()));
    }
  }
  return record;
}

// Before the run: who mistyped a number need not wait for its end.
void tell_bets_left_out(const RunPlan& plan) {
  for (const std::string& sentence : bets_left_out(plan.bets, decks_of(plan))) tell_sentence(sentence);
}

void tell_remarks(const RunPlan& plan) {
  for (const auto& target : plan.targets) {
    const std::string remark = target->remark();
    if (remark.empty()) continue;
    tell_sentence(fmt::format("{}: {}", target->name(), remark));
  }
}

// Of --until.
int last_look_of(const std::string& text, const RunPlan& plan) {
  const std::uint64_t until = parse_trials("--until", text);
  if (plan.fixed_trials && until < plan.most_trials) {
    throw InputError(
        "--until: a run of --trials has one look, at its end; give it --max-trials to have looks before");
  }
  return LookSchedule(plan.most_trials, plan.fixed_trials).look_from(until);
}

int run_certify(const CertifyArguments& options, RankParts* ranks) {
  terminal_style(options.color, options.verbose);  // refuses a wrong word before the run
  const std::string fault = why_no_targets(options.plan.targets, options.plan.typed);
  if (!fault.empty()) throw InputError(fault);
  KeptCounts kept(options);
  // To the end: what is asked for once the run is over comes too late, and is no reason to lose its report.
  const Interrupts interrupts;
  CertifyPlan plan = plan_of(kept.plan_options(), [] { return !Interrupts::heard().empty(); });
  if (options.until) plan.run.last_look = last_look_of(*options.until, plan.run);
  if (options.shard && ranks != nullptr) {
    throw InputError("--shard is a part that one process runs; leave it out, or leave out mpirun");
  }
  if (options.shard) return run_shard_of(options, kept, plan);
  if (options.github && options.json == "-") {
    throw InputError("--github prints annotations where --json - prints the report; name a file for it");
  }
  const std::optional<GithubStep> github =
      options.github ? std::optional<GithubStep>(std::in_place) : std::nullopt;
  const CertifyFiles files = certify_files(options, options.force || kept.has_written_report(),
                                           {.plan = &plan.run, .goes_on = kept.file() != nullptr});
  kept.begin(plan, files.all);
  if (ranks != nullptr) ranks->begin(plan);
  if ((plan.run.pairs || tells_slots(plan.run)) && !options.quiet) {
    tell(fmt::format("fairshuffle: the counters of this run take {:.0f} MB at most\n",
                     static_cast<double>(memory_of(plan.run)) / 1e6));
  }
  if (!options.quiet) tell_bets_left_out(plan.run);
  RunRecord record;
  try {
    record = certify(options, plan, kept);
    record.environment.interrupted = Interrupts::heard();
    if (ranks != nullptr) record.environment.threads *= ranks->size();
  } catch (const NotYetDecided& left) {
    if (!kept.is_kept())
      throw std::runtime_error(
          fmt::format("{} could not be written, so that nothing goes on from here", kept.path().string()));
    return undecided_end(left.targets, *plan.run.last_look, kept.path());
  }
  take_broken_pipes_for_errors();
  if (!options.quiet) tell_remarks(plan.run);
  const std::string& signal = record.environment.interrupted;
  if (!signal.empty()) {
    tell(fmt::format("fairshuffle: interrupted by {}: what was there is judged, and no more was run\n",
                     signal));
  }
  kept.tell_how_to_go_on();
  // Until there is nothing left to go on with.
  const BegunReports begun(files.paths(), files.replace);
  try {
    const int exit_code = end_of_run(options, files, github, record);
    kept.end();
    return exit_code;
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error&) {
    // Its reports are there, and only standard output is not.
    if (!files.all.empty() && options.json != "-") kept.end();
    throw;
  }
}

}  // namespace

void add_certify(CLI::App& app, int& exit_code, RankParts* ranks) {
  CLI::App* command =
      app.add_subcommand("certify", "Run shuffles, count, test, judge, and write a JSON report");
  const auto options = std::make_shared<CertifyArguments>();
  add_plan_options(*command, options->plan);
  add_text_option(*command, "--threads", options->plan.threads, "K", threads_meaning);
  add_output_options(*command, *options);
  add_text_option(
      *command, "--checkpoint", options->checkpoint, "FILE",
      "keep the run's counts in FILE every minute, and go on from there if it is there; standard, as "
      "report.fair beside the report, for runs of more than ten minutes");
  add_text_option(*command, "--checkpoint-every", options->checkpoint_every, "TIME",
                  "so often instead, as in 30s or 5m");
  add_text_option(*command, "--resume", options->resume, "FILE",
                  "go on from a checkpoint: the plan is in the file");
  add_text_option(
      *command, "--shard", options->shard, "I/N",
      "run only the blocks I, I + N, I + 2 N ... and write their counts to --out FILE for 'fairshuffle "
      "merge'; the same command goes on from FILE");
  add_text_option(
      *command, "--until", options->until, "TRIALS",
      "end after the look at so many trials of a target; what is undecided then is kept for a next run");
  command->callback([options, ranks, &exit_code] { exit_code = run_certify(*options, ranks); });
}

}  // namespace fairshuffle
