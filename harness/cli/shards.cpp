#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include "core/permutation/permutation.hpp"
#include "core/record/plan.hpp"
#include "harness/cli/certify.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/counts/checkpoint.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/report/report_file.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

constexpr std::uint64_t most_shards = 100'000;

BlockShare parse_shard(const std::string& text) {
  BlockShare share;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, share.index);
  const bool has_slash = index.ec == std::errc{} && index.ptr != end && *index.ptr == '/';
  const auto of = has_slash ? std::from_chars(index.ptr + 1, end, share.of) : index;
  if (!has_slash || of.ec != std::errc{} || of.ptr != end || share.of > most_shards ||
      share.index >= share.of) {
    throw InputError("--shard: expected I/N with I from 0 to N - 1, as in 3/16, found '{}'", text);
  }
  return share;
}

void check_shard(const CertifyArguments& options, const RunPlan& plan) {
  if (!options.out || options.json || options.html || options.github) {
    throw InputError("--shard writes counts and no report; name their file with --out FILE, and no other");
  }
  if (options.plan.max_time) {
    throw InputError(
        "--max-time: a shard is counted to its end, or the others have nothing to be added to; leave it out");
  }
  const bool has_seed = options.resume || options.plan.seed ||
                        (options.plan.job && read_job_file(*options.plan.job).options.seed.has_value());
  if (!has_seed) throw InputError("--shard: all shards must have one seed; give it with --seed");
  for (const auto& target : plan.targets) {
    if (target->facts().recorded) {
      throw InputError("{}: what is recorded is run whole; leave out --shard", target->name());
    }
  }
  const std::string reason = why_it_cannot_go_on(plan.targets, "--shard");
  if (!reason.empty()) throw InputError(reason);
}

// Of each target, before any shard.
std::vector<std::uint64_t> trials_at_start_of(const RunPlan& plan, const KeptCounts& kept) {
  try {
    return trials_at_start(plan);
  } catch (const CodedCountsError& error) {
    kept.file()->refuse(error.what());
  }
}

int last_look_of(const RunPlan& plan) {
  return LookSchedule(plan).look_from(plan.max_trials);
}

void tell_where_it_goes_on(const RunPlan& plan, const ShardOfRun& shard, const std::string& path,
                           const std::optional<ShardStart>& start) {
  if (!start && !shard.start) return;
  if (start) {
    tell_sentence(fmt::format("goes on from {}: {} of {} trials, look {} is next", path,
                              with_commas(start->trials), with_commas(shard.trials), start->look));
  }
  for (std::size_t index = 0; index < plan.targets.size(); ++index) {
    if ((plan.start && plan.start->decided[index]) || (start && start->is_over[index])) continue;
    if (shard_of(index, shard.share.of) == shard.share.index) tell_if_it_begins_again(*plan.targets[index]);
  }
}

// Blocks are what shards part.
void tell_if_nothing_is_parted(const RunPlan& plan, const ShardOfRun& shard) {
  const std::uint64_t trials = LookSchedule(plan).trials_at(shard.last_look);
  if (shard.share.of == 1 || trials > trials_per_block) return;
  tell_sentence(
      fmt::format("the {} trials of a target fit one block of {}: one shard runs all of them, and "
                  "the others have none of them",
                  with_commas(trials), with_commas(trials_per_block)));
}

// From where another run of it stood, where one did.
void count_to_end(const RunPlan& plan, const ShardOfRun& shard, const std::vector<std::uint64_t>& from,
                  ShardFileWriter& writer, ShardStart* start, ProgressLine& progress) {
  const TakePart take = [&writer](int look, std::size_t target, const ShardPart& part,
                                  const TallyHalves& counts) { writer.add(look, target, part, counts); };
  const std::optional<NotJudged> why_not = run_shard(
      plan, shard.share, from, take, [&progress](const Progress& state) { progress.show(state); }, start);
  progress.clear();
  if (!why_not) return writer.publish();
  if (why_not->why == NotJudged::Why::disturbed) {
    tell_sentence(why_not->sentence);
    throw std::runtime_error("once that can run again, the same command goes on with the shard");
  }
  throw std::runtime_error(fmt::format(
      "interrupted by {}; {}", Interrupts::heard(),
      writer.is_kept() ? fmt::format("the same command goes on from {}", shell_typed(writer.path().string()))
                       : "ended early, before all of the shard was counted"));
}

// fairshuffle merge: the shards of a run, judged as one.

struct MergeArguments {
  std::vector<std::string> files;
  std::optional<std::string> next;
  CertifyArguments report;
};

// All files are open at the same time.
void allow_many_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

int run_merge(const MergeArguments& options) {
  terminal_style(options.report.color, options.report.verbose);  // refuses a wrong word first
  const std::optional<GithubStep> github =
      options.report.github ? std::optional<GithubStep>(std::in_place) : std::nullopt;
  allow_many_files();
  ShardFiles shards(std::vector<std::filesystem::path>(options.files.begin(), options.files.end()));
  const RunInputs inputs{.files{options.files.begin(), options.files.end()}};
  const CertifyFiles files = certify_files(options.report, options.report.force, inputs, options.next);
  RunPlan plan = plan_of_record(shards.head().run);
  const RunRecord planned = planned_record(plan);
  if (plan_digest(planned) != shards.head().plan)
    throw InputError("the shards hold no plan that can be judged");
  plan.counted = &shards;
  plan.last_look = shards.last_look();
  if (shards.start()) plan.start = start_from(shards.start(), planned, shards.head().contents);
  Checkpoint checkpoint(
      planned, options.next.value_or(""), 0, [](const std::string& sentence) { throw InputError(sentence); },
      shards.head().contents);
  checkpoint.switch_on_for_end();
  if (options.next) plan.keeper = &checkpoint;

  PlannedRun ended;
  try {
    ended = run_planned(plan, [](const Progress&) {});
  } catch (const CodedCountsError& error) {
    throw InputError("the counts of the shards {}", error.what());
  } catch (const std::invalid_argument& error) {
    throw InputError("the counts of the shards can't be judged: {}", error.what());
  }
  auto& [record, why_not] = ended;
  if (why_not) {
    return undecided_end(why_not->undecided, shards.last_look(), options.next.value_or(""),
                         shards.are_whole()
                             ? "--next FILE writes what the next round of shards starts from"
                             : "not all shards are at their end; merge them again when they are further");
  }
  for (const std::string& failure : shards.failures()) tell_sentence(failure);
  record.command_of_plan = command_of_report(planned, job_in(files.all, options.files.front()));
  record.environment.seconds = 0;  // they are the shards'
  const BegunReports begun(files.paths(), files.replace);
  return end_of_run(options.report, files, github, record);
}

}  // namespace

int run_shard_of(const CertifyArguments& options, const KeptCounts& kept, RunPlan& plan) {
  const BlockShare share = parse_shard(*options.shard);
  check_shard(options, plan);
  kept.go_on(plan);
  const std::unique_ptr<CountsFile> there = options.force ? nullptr : shard_at(*options.out);
  RunInputs inputs{.plan = &plan};
  if (options.resume) inputs.files.emplace_back(*options.resume);
  refuse_inputs(options, inputs, {*options.out});
  check_report_path(*options.out, options.force || there, "counts");
  take_broken_pipes_for_errors();
  const std::vector<std::uint64_t> from = trials_at_start_of(plan, kept);
  const int last_look = plan.last_look.value_or(last_look_of(plan));
  const ShardOfRun shard{.planned = planned_record(plan),
                         .contents = contents_of(plan),
                         .start = kept.file(),
                         .share = share,
                         .last_look = last_look,
                         .trials = trials_of_shard(plan, share, from)};
  ProgressLine progress(options.quiet);
  ShardFileWriter writer(*options.out, shard, options.force || there, seconds_between_keeping(options),
                         [&progress](const std::string& sentence) {
                           progress.clear();
                           tell_sentence(sentence);
                         });
  plan.keeper = &writer;
  if (there) writer.check_is_this(*there);
  const bool is_whole = there && !there->head().shard->reached;
  std::vector<std::string> failures;
  if (is_whole) {
    failures = failures_in(*there);
  } else {
    try {
      std::optional<ShardStart> start;
      if (there) start = writer.go_on_from(*there, plan);
      if (!options.quiet) tell_if_nothing_is_parted(plan, shard);
      if (!options.quiet) tell_where_it_goes_on(plan, shard, *options.out, start);
      count_to_end(plan, shard, from, writer, start ? &*start : nullptr, progress);
      failures = writer.failures();
    } catch (const CodedCountsError& error) {
      there->refuse(error.what());
    }
  }
  if (!options.quiet) {
    tell_sentence(fmt::format("shard {}/{} is counted to look {} of {}{}: {}", share.index, share.of,
                              last_look, last_look_of(plan), is_whole ? " already" : "", *options.out));
  }
  if (failures.empty()) return exit_as_hoped;
  for (const std::string& failure : failures) tell_sentence(failure);
  tell_sentence("what failed in a shard fails in the merged run, too; to count it again: --force");
  return exit_incomplete;
}

void add_merge(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "merge", "Judge the shards of a run: the report is the one that a single run would have written");
  const auto options = std::make_shared<MergeArguments>();
  command
      ->add_option("FILE", options->files,
                   "the files of certify --shard, all of them, at their end or not, and the checkpoint that "
                   "they start from")
      ->required();
  add_text_option(*command, "--next", options->next, "FILE",
                  "where targets are undecided: write what the next round of shards starts from");
  add_output_options(*command, options->report);
  command->callback([options, &exit_code] { exit_code = run_merge(*options); });
}

}  // namespace fairshuffle
