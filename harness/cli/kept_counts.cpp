// What certify keeps of a run and goes on from, and status, which tells of it.
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <system_error>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/record/plan.hpp"
#include "core/tally/coded.hpp"
#include "harness/cli/certify.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/counts/checkpoint.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/report/report_file.hpp"
#include "harness/report/report_input.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

namespace fs = std::filesystem;

constexpr double standard_interval = 60;
constexpr double long_run = 600;

// Beside the report; empty where that goes to standard output or nowhere.
fs::path standard_path(const CertifyArguments& options) {
  if (options.out) return fs::path(*options.out) / "report.fair";
  if (!options.json || *options.json == "-" || is_stream(*options.json)) return {};
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
  PlanOptions beside = options.plan;
  beside.max_trials.reset();
  if (options.resume && names_a_plan(beside)) {
    throw InputError(
        "--resume takes targets, budgets and seed from its file; leave out what tells them again");
  }
  if (options.shard && options.resume && options.plan.max_trials)
    throw InputError(
        "--max-trials: shards go on to the limit of their checkpoint; leave it out, or leave out --shard");
  if (options.until && !options.shard && !options.resume && !options.checkpoint) {
    throw InputError("--until leaves the rest to a next run; name a file to keep it in with --checkpoint");
  }
  if (options.shard && options.checkpoint) {
    throw InputError("a shard is kept in the file of its --out; leave out --checkpoint");
  }
  seconds_between_keeping(options);
  for (const auto& [option, value] :
       {std::pair("--resume", options.resume), std::pair("--checkpoint", options.checkpoint)}) {
    if (value && value->empty()) throw InputError("{}: expected the name of a file", option);
  }
}

// fairshuffle status: what files of counts hold.

// How many trials a target still needs: if it is fair, where that is known, and else at most.
struct TrialsLeft {
  std::uint64_t trials = 0;
  bool is_if_fair = false;
};

TrialsLeft trials_left(const RunPlan& plan, const TargetRecord& target, std::uint64_t trials) {
  if (target.facts.recorded) return {};
  const std::optional<std::uint64_t> if_fair = trials_if_fair(plan, target.target, plan.budget.tolerance);
  const std::uint64_t wanted = std::min(if_fair.value_or(plan.max_trials), plan.max_trials);
  return {.trials = wanted - std::min(wanted, trials), .is_if_fair = if_fair.has_value()};
}

// ", about 2,500,000,000 more if it is fair"
std::string more_text(const TrialsLeft& left) {
  if (left.trials == 0) return "";
  return fmt::format(", about {} more {}", about_text(static_cast<double>(left.trials)),
                     left.is_if_fair ? "if it is fair" : "at most");
}

std::string age_text(const CountsFile& file) {
  using Moment = std::filesystem::file_time_type;
  std::error_code unknown;
  const Moment written = std::filesystem::last_write_time(file.path(), unknown);
  const std::chrono::duration<double> age = Moment::clock::now() - written;
  return unknown ? "written at no known time"
                 : fmt::format("written {} ago", duration_text(std::max(0.0, age.count())));
}

// "at 51 M/s about 12 min more", of a run whose files tell its pace.
std::string time_text(std::uint64_t trials, double trials_a_second) {
  return fmt::format("at {} about {} more", pace_text(trials_a_second),
                     duration_text(static_cast<double>(trials) / trials_a_second));
}

TrialsLeft show_undecided(CountsFile& file, const RunPlan& plan, std::size_t index) {
  const TargetRecord& target = target_at(file.head().run, index);
  std::optional<CountsReader> counts = file.counts_of(index);
  const std::uint64_t trials = counts ? counts->number() : 0;
  const TrialsLeft left = trials_left(plan, target, trials);
  fmt::print("  {}: undecided, {}{}\n", one_visible_line(target.name),
             counts ? fmt::format("{} trials", with_commas(trials)) : "begins again", more_text(left));
  return left;
}

std::string command_in(const CountsFile& file) {
  return one_visible_line(command_of_report(file.head().run, file.path().string()));
}

void show_shard(CountsFile& file) {
  const CountsHead& head = file.head();
  const ShardHead& shard = *head.shard;
  fmt::print("{}: shard {}/{} from look {} to {}, ", one_visible_line(file.path().string()), shard.index,
             shard.of, head.look, shard.last_look);
  if (shard.reached) {
    fmt::print("at look {}, {} of {} trials, {}, of {}\n", shard.reached->look,
               with_commas(shard.reached->trials), with_commas(shard.trials), age_text(file),
               command_in(file));
  } else {
    fmt::print("whole, {} trials, of {}\n", with_commas(shard.trials), command_in(file));
  }
  for (const std::string& failure : failures_in(file))
    fmt::print("  failed: {}\n", one_visible_line(failure));
}

void show(CountsFile& file) {
  const CountsHead& head = file.head();
  if (head.shard) return show_shard(file);
  const std::size_t targets = targets_of(head.run);
  const LookSchedule schedule(head.run);
  fmt::print("{}: a checkpoint, {}, of {}\n", one_visible_line(file.path().string()), age_text(file),
             command_in(file));
  fmt::print("  look {} is next, at {} trials; {} of {} targets undecided{}\n", head.look,
             with_commas(schedule.trials_at(head.look)), head.undecided.size(), targets,
             head.early_end_spent ? "; what was kept for an early end is spent" : "");
  const RunPlan plan = plan_of_record(head.run);
  TrialsLeft left{.trials = 0, .is_if_fair = true};
  for (std::size_t index = 0; index < targets; ++index) {
    const TargetRecord& target = target_at(head.run, index);
    if (index == head.run.results.size()) fmt::print("  controls:\n");
    if (std::ranges::binary_search(head.undecided, index)) {
      const TrialsLeft of_target = show_undecided(file, plan, index);
      left.trials += of_target.trials;
      left.is_if_fair = left.is_if_fair && of_target.is_if_fair;
    } else {
      fmt::print("  {}: {}\n", one_visible_line(target.name),
                 target.verdict ? to_text(*target.verdict) : "failed");
    }
  }
  if (left.trials > 0 && head.trials_a_second > 0) {
    fmt::print("  {}{}\n", time_text(left.trials, head.trials_a_second),
               left.is_if_fair ? " if all are fair" : " at most");
  }
}

// The shards of one run that start and end at the same looks.
struct ShardRound {
  std::string plan, from;
  std::uint64_t shards = 1;
  int last_look = 1;

  // Some C++ libraries have no <=> of texts.
  bool operator<(const ShardRound& other) const {
    return std::tie(plan, from, shards, last_look) <
           std::tie(other.plan, other.from, other.shards, other.last_look);
  }
};

// How far they are, by the files of them that are there.
struct RoundState {
  std::set<std::uint64_t> here;
  std::size_t whole = 0;
  std::uint64_t trials = 0, trials_at_end = 0;
  double seconds_left = 0;  // of the one that takes longest
  bool is_pace_known = true;
  int counted_look = 0;  // that all have
  std::vector<std::string> undecided;
};

// "1, 3-5"
std::string missing_of(std::uint64_t shards, const std::set<std::uint64_t>& here) {
  std::string text;
  for (std::uint64_t first = 0; first < shards; ++first) {
    if (here.contains(first)) continue;
    std::uint64_t last = first;
    while (last + 1 < shards && !here.contains(last + 1)) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", first);
    if (last > first) text += fmt::format("-{}", last);
    first = last;
  }
  return text;
}

// What is of no shard, or of one that was given before, is passed over.
void add(const CountsHead& head, std::map<ShardRound, RoundState>& rounds) {
  if (!head.shard) return;
  const ShardHead& shard = *head.shard;
  RoundState& state =
      rounds[{.plan = head.plan, .from = shard.from, .shards = shard.of, .last_look = shard.last_look}];
  if (!state.here.insert(shard.index).second) return;
  if (state.here.size() == 1) {
    state.counted_look = shard.counted_look();
    for (const std::size_t index : head.undecided) {
      state.undecided.push_back(target_at(head.run, index).name);
    }
  }
  state.counted_look = std::min(state.counted_look, shard.counted_look());
  state.trials_at_end += shard.trials;
  if (!shard.reached) {
    state.trials += shard.trials;
    ++state.whole;
    return;
  }
  state.trials += shard.reached->trials;
  if (head.trials_a_second > 0) {
    const auto left = static_cast<double>(shard.trials - shard.reached->trials);
    state.seconds_left = std::max(state.seconds_left, left / head.trials_a_second);
  } else {
    state.is_pace_known = false;
  }
}

void show(const ShardRound& round, const RoundState& state) {
  const bool is_all = state.here.size() == round.shards, is_whole = state.whole == round.shards;
  fmt::print("{} of {} shards to look {} are here{}{}\n", state.here.size(), round.shards, round.last_look,
             is_all ? "" : "; missing: " + missing_of(round.shards, state.here),
             !is_whole            ? ""
             : round.from.empty() ? ": 'fairshuffle merge' judges them"
                                  : ": 'fairshuffle merge' judges them with the checkpoint they start from");
  fmt::print("  {} undecided where they start: {}\n", state.undecided.size(),
             one_visible_line(few_of(state.undecided)));
  if (state.whole == state.here.size()) return;
  fmt::print("  {} of {} trials ({:.0f} %), {} whole{}\n", with_commas(state.trials),
             with_commas(state.trials_at_end),
             100 * static_cast<double>(state.trials) / static_cast<double>(state.trials_at_end), state.whole,
             state.is_pace_known
                 ? fmt::format("; about {} more at their pace", duration_text(state.seconds_left))
                 : "");
  if (is_all && state.counted_look > 0) {
    fmt::print("  all have look {}: 'fairshuffle merge' judges them as far as that\n", state.counted_look);
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
    if (plan.max_trials) plan.max_trials = limits_beyond(*plan.max_trials);
  } else if (!plan.seed && !(plan.job && read_job_file(*plan.job).options.seed)) {
    plan.seed = fmt::format("{}", file_->head().run.seed);
  }
  return plan;
}

std::string KeptCounts::limits_beyond(const std::string& limit) const {
  const RunRecord& kept = file_->head().run;
  const std::uint64_t beyond = parse_trials("--max-trials", limit);
  if (kept.fixed_trials)
    throw InputError("--max-trials: this run has one look, at its --trials, which has its whole budget");
  if (file_->head().early_end_spent)
    throw InputError("--max-trials: what was kept for looks beyond the limit is spent on an early end");
  if (beyond <= kept.max_trials) {
    throw InputError("--max-trials: expected more than the {} trials that the run had, found '{}'",
                     with_commas(kept.max_trials), limit);
  }
  std::vector<std::uint64_t> limits = kept.went_on_at;
  limits.insert(limits.end(), {kept.max_trials, beyond});
  return fmt::format("{}", fmt::join(limits, ","));
}

void KeptCounts::go_on(RunPlan& plan) const {
  if (options_.resume) plan.command = file_->head().run.command;
  if (!file_) return;
  RunRecord planned = planned_record(plan);
  if (options_.resume && options_.plan.max_trials) {
    plan.command = command_of_report(planned, path_.string());
    planned.max_trials = planned.went_on_at.back();
    planned.went_on_at.pop_back();
  }
  plan.start = start_from(file_, planned, contents_of(plan));
  const LookSchedule schedule(plan);
  // Where it ended at that look, it ends there again.
  if (plan.last_look && *plan.last_look + 1 < file_->head().look) {
    throw InputError("--until: the checkpoint is beyond that; its next look is at {} trials",
                     schedule.trials_at(file_->head().look));
  }
}

void KeptCounts::begin(RunPlan& plan, std::span<const CertifyFile> files) {
  if (path_.empty()) return;
  refuse_clash(files, path_, "the checkpoint");
  const std::string reason = why_it_cannot_go_on(plan.targets);
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
  plan.keeper = checkpoint_.get();
}

void KeptCounts::tell_where_it_goes_on(const RunPlan& plan) const {
  const CountsHead& head = file_->head();
  tell_sentence(fmt::format("goes on from {}: {} of {} targets undecided, look {} is next{}", path_.string(),
                            head.undecided.size(), plan.targets.size(), head.look,
                            head.early_end_spent ? "; what was kept for an early end is spent" : ""));
  for (const std::size_t index : head.undecided) tell_if_it_begins_again(*plan.targets[index]);
}

void KeptCounts::expect(double seconds) {
  if (checkpoint_ && seconds > long_run) checkpoint_->switch_on();
}

void KeptCounts::tell_how_to_go_on() const {
  if (!checkpoint_ || !checkpoint_->holds_ended_run()) return;
  tell_sentence(
      fmt::format("to go on from there: fairshuffle certify --resume {}", shell_typed(path_.string())));
}

void KeptCounts::refuse(const NotJudged& why_not) const {
  const std::string go_on = "fairshuffle certify --resume " + shell_typed(path_.string());
  if (why_not.why == NotJudged::Why::disturbed) {
    tell_sentence(why_not.sentence);
    throw std::runtime_error("nothing is judged; once that can run again, go on: " + go_on);
  }
  const std::string signal = Interrupts::heard();
  throw std::runtime_error(fmt::format(
      "{} once more, so nothing is judged: what is kept for an early end was spent before; to go on: {}",
      signal.empty() ? "its time is over" : "interrupted by " + signal, go_on));
}

bool KeptCounts::can_go_beyond(const RunRecord& record) const {
  return checkpoint_ && checkpoint_->has_counts() && !checkpoint_->holds_ended_run() &&
         !record.fixed_trials && record.max_trials >= trials_per_block &&
         !(file_ && file_->head().early_end_spent) &&
         std::ranges::any_of(record.results, [](const TargetRecord& target) {
           return target.verdict == Verdict::inconclusive && !target.facts.recorded;
         });
}

void KeptCounts::end(const RunRecord& record) {
  if (!checkpoint_ || checkpoint_->holds_ended_run() || can_go_beyond(record)) return;
  checkpoint_->remove();
}

void add_status(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("status", "Say what checkpoints and shards hold, and what is still to be run");
  const auto paths = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *paths, "files of certify --checkpoint, certify --shard and merge --next")
      ->required();
  command->callback([paths] {
    std::map<ShardRound, RoundState> rounds;
    for (const std::string& path : *paths) {
      CountsFile file(path);
      try {
        show(file);
      } catch (const CodedCountsError& error) {
        file.refuse(error.what());
      }
      add(file.head(), rounds);
    }
    for (const auto& [round, state] : rounds) show(round, state);
  });
}

}  // namespace fairshuffle
