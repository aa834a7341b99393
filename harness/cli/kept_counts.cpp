#include "harness/cli/kept_counts.hpp"

#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "core/record/looks.hpp"
#include "harness/cli/interrupts.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/input_error.hpp"
#include "harness/job/job_file.hpp"
#include "harness/job/plan_command.hpp"
#include "harness/job/typed_numbers.hpp"
#include "harness/report/report_file.hpp"
#include "harness/target/shell_text.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

namespace fs = std::filesystem;

constexpr double standard_interval = 60;
constexpr double long_run = 600;

// Beside the report; empty where that goes to standard output or nowhere.
fs::path standard_path(const CertifyArguments& options) {
  if (options.out) return fs::path(*options.out) / "report.fair";
  if (!options.json || *options.json == "-") return {};
  const std::string ending = ".fair";
  const fs::path beside = fs::path(*options.json).replace_extension(ending);
  return beside == *options.json ? fs::path(*options.json + ending) : beside;
}

fs::path named_path(const CertifyArguments& options) {
  if (options.shard && !options.resume) return {};
  if (options.resume) return *options.resume;
  if (options.checkpoint) return *options.checkpoint;
  return standard_path(options);
}

// A link stays one: what it leads to is replaced.
fs::path path_for(const CertifyArguments& options) {
  fs::path path = named_path(options);
  std::error_code unknown;
  constexpr int most_links = 40;  // as Linux has it
  for (int links = 0; links < most_links && fs::is_symlink(path, unknown); ++links) {
    path = folder_of(path) / fs::read_symlink(path, unknown);
  }
  return path;
}

void check_options(const CertifyArguments& options) {
  if (options.resume && options.checkpoint) {
    throw InputError("--resume goes on to keep the run in the same file; leave out --checkpoint");
  }
  if (options.resume && names_a_plan(options.plan)) {
    throw InputError(
        "--resume takes targets, budgets and seed from its file; leave out what tells them again");
  }
  if (options.until && !options.shard && !options.resume && !options.checkpoint) {
    throw InputError("--until leaves the rest to a next run; name a file to keep it in with --checkpoint");
  }
  if (options.shard && options.checkpoint) {
    throw InputError("a shard is kept in the file of its --out; leave out --checkpoint");
  }
  seconds_between_keeping(options);
  for (const auto& [option, value] :
       {std::pair("--resume", options.resume), std::pair("--checkpoint", options.checkpoint)}) {
    if (value && value->empty()) throw InputError(fmt::format("{}: expected the name of a file", option));
  }
}

}  // namespace

double seconds_between_keeping(const CertifyArguments& options) {
  return options.checkpoint_every ? parse_seconds("--checkpoint-every", *options.checkpoint_every)
                                  : standard_interval;
}

void tell_if_it_begins_again(const Target& target) {
  if (!target.facts().in_sequence) return;
  tell_sentence(fmt::format("{} begins again: its trials come in one sequence", target.name()));
}

KeptCounts::KeptCounts(const CertifyArguments& options)
    : options_(options), is_asked_for_(options.checkpoint || options.resume), path_(path_for(options)) {
  check_options(options);
  std::error_code missing;
  if (path_.empty() || (!options.resume && !fs::exists(path_, missing))) return;
  if (is_asked_for_ || !options.force) file_ = std::make_shared<CountsFile>(path_);
  if (file_ && file_->head().shard) file_->refuse("are those of a shard; 'fairshuffle merge' reads them");
}

PlanOptions KeptCounts::plan_options() const {
  PlanOptions plan = options_.plan;
  if (!file_) return plan;
  if (options_.resume) {
    plan.job = path_.string();
  } else if (!plan.seed && !(plan.job && read_job_file(*plan.job).seed)) {
    plan.seed = fmt::format("{}", file_->head().run.seed);
  }
  return plan;
}

void KeptCounts::go_on(CertifyPlan& plan) const {
  if (options_.resume) plan.command = file_->head().run.command;
  if (!file_) return;
  plan.run.start = start_from(file_, planned_record(plan), contents_of(plan));
  const LookSchedule schedule(plan.run.most_trials, plan.run.fixed_trials);
  // Where it ended at that look, it ends there again.
  if (plan.run.last_look && *plan.run.last_look + 1 < file_->head().look) {
    throw InputError(fmt::format("--until: the checkpoint is beyond that; its next look is at {} trials",
                                 schedule.trials_at(file_->head().look)));
  }
}

void KeptCounts::begin(CertifyPlan& plan, std::span<const CertifyFile> files) {
  if (path_.empty()) return;
  refuse_clash(files, path_, "the checkpoint");
  const std::string reason = why_it_cannot_go_on(plan.run.targets);
  if (!reason.empty()) {
    if (is_asked_for_) throw InputError(reason);
    return;
  }
  go_on(plan);
  if (is_asked_for_) check_report_path(path_, true, "checkpoint");
  // What can't be kept now may be a minute later.
  take_broken_pipes_for_errors();
  checkpoint_ = std::make_unique<Checkpoint>(planned_record(plan), path_, seconds_between_keeping(options_),
                                             tell_sentence, contents_of(plan));
  if (file_ && !options_.quiet) tell_where_it_goes_on(plan);
  if (is_asked_for_ || file_) checkpoint_->switch_on();
  plan.run.keeper = checkpoint_.get();
}

void KeptCounts::tell_where_it_goes_on(const CertifyPlan& plan) const {
  const CountsHead& head = file_->head();
  tell_sentence(fmt::format("goes on from {}: {} of {} targets undecided, look {} is next{}", path_.string(),
                            head.undecided.size(), plan.run.targets.size(), head.look,
                            head.early_end_spent ? "; what was kept for an early end is spent" : ""));
  for (const std::size_t index : head.undecided) tell_if_it_begins_again(*plan.run.targets[index]);
}

void KeptCounts::expect(double seconds) {
  if (checkpoint_ && seconds > long_run) checkpoint_->switch_on();
}

void KeptCounts::tell_how_to_go_on() const {
  if (!checkpoint_ || !checkpoint_->holds_ended_run()) return;
  tell_sentence(
      fmt::format("to go on from there: fairshuffle certify --resume {}", shell_typed(path_.string())));
}

void KeptCounts::refuse_second_end() const {
  const std::string signal = Interrupts::heard();
  throw std::runtime_error(fmt::format(
      "{} once more, so nothing is judged: what is kept for an early end was spent before; to go "
      "on: fairshuffle certify --resume {}",
      signal.empty() ? "its time is over" : "interrupted by " + signal, shell_typed(path_.string())));
}

void KeptCounts::refuse_disturbed(const TargetDisturbed& error) const {
  tell_sentence(error.what());
  throw std::runtime_error(
      fmt::format("nothing is judged; once that can run again, go on: fairshuffle certify --resume {}",
                  shell_typed(path_.string())));
}

void KeptCounts::end() {
  if (checkpoint_ && !checkpoint_->holds_ended_run()) checkpoint_->remove();
}

}  // namespace fairshuffle
