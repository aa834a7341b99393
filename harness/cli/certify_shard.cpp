#include "harness/cli/certify_shard.hpp"

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/looks.hpp"
#include "harness/cli/interrupts.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/counts/checkpoint.hpp"
#include "harness/counts/shard_files.hpp"
#include "harness/engine/shard.hpp"
#include "harness/input_error.hpp"
#include "harness/job/job_file.hpp"
#include "harness/report/report_file.hpp"
#include "harness/target/shell_text.hpp"
#include "harness/target/target_error.hpp"

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
    throw InputError(
        fmt::format("--shard: expected I/N with I from 0 to N - 1, as in 3/16, found '{}'", text));
  }
  return share;
}

void check_shard(const CertifyArguments& options, const CertifyPlan& plan) {
  if (!options.out || options.json || options.html || options.github) {
    throw InputError("--shard writes counts and no report; name their file with --out FILE, and no other");
  }
  if (options.plan.max_time) {
    throw InputError(
        "--max-time: a shard is counted to its end, or the others have nothing to be added to; leave it out");
  }
  const bool has_seed = options.resume || options.plan.seed ||
                        (options.plan.job && read_job_file(*options.plan.job).seed.has_value());
  if (!has_seed) throw InputError("--shard: all shards must have one seed; give it with --seed");
  for (const auto& target : plan.run.targets) {
    if (target->facts().recorded) {
      throw InputError(fmt::format("{}: what is recorded is run whole; leave out --shard", target->name()));
    }
  }
  const std::string reason = why_it_cannot_go_on(plan.run.targets, "--shard");
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
  return LookSchedule(plan.most_trials, plan.fixed_trials).look_from(plan.most_trials);
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

// From where another run of it stood, where one did.
void count_to_end(const RunPlan& plan, const ShardOfRun& shard, const std::vector<std::uint64_t>& from,
                  ShardFileWriter& writer, ShardStart* start, ProgressLine& progress) {
  const TakePart take = [&writer](int look, std::size_t target, const ShardPart& part,
                                  const TallyHalves& counts) { writer.add(look, target, part, counts); };
  try {
    run_shard(
        plan, shard.share, from, take, [&progress](const Progress& state) { progress.show(state); }, &writer,
        start);
  } catch (const EndedShard& ended) {
    progress.clear();
    const std::string next = writer.is_kept() ? fmt::format("the same command goes on from {}",
                                                            shell_typed(writer.path().string()))
                                              : ended.what();
    throw std::runtime_error(fmt::format("interrupted by {}; {}", Interrupts::heard(), next));
  } catch (const TargetDisturbed& error) {
    progress.clear();
    tell_sentence(error.what());
    throw std::runtime_error("once that can run again, the same command goes on with the shard");
  }
  progress.clear();
  writer.publish();
}

}  // namespace

int run_shard_of(const CertifyArguments& options, const KeptCounts& kept, CertifyPlan& plan) {
  const BlockShare share = parse_shard(*options.shard);
  check_shard(options, plan);
  kept.go_on(plan);
  const std::unique_ptr<CountsFile> there = options.force ? nullptr : shard_at(*options.out);
  RunInputs inputs{.plan = &plan.run};
  if (options.resume) inputs.files.emplace_back(*options.resume);
  refuse_inputs(options, inputs, {*options.out});
  check_report_path(*options.out, options.force || there, "counts");
  take_broken_pipes_for_errors();
  const std::vector<std::uint64_t> from = trials_at_start_of(plan.run, kept);
  const int last_look = plan.run.last_look.value_or(last_look_of(plan.run));
  const ShardOfRun shard{.planned = planned_record(plan),
                         .contents = contents_of(plan),
                         .start = kept.file(),
                         .share = share,
                         .last_look = last_look,
                         .trials = trials_of_shard(plan.run, share, from)};
  ProgressLine progress(options.quiet);
  ShardFileWriter writer(*options.out, shard, options.force || there, seconds_between_keeping(options),
                         [&progress](const std::string& sentence) {
                           progress.clear();
                           tell_sentence(sentence);
                         });
  if (there) writer.check_is_this(*there);
  const bool is_whole = there && !there->head().shard->reached;
  std::vector<std::string> failures;
  if (is_whole) {
    failures = failures_in(*there);
  } else {
    try {
      std::optional<ShardStart> start;
      if (there) start = writer.go_on_from(*there, plan.run);
      if (!options.quiet) tell_where_it_goes_on(plan.run, shard, *options.out, start);
      count_to_end(plan.run, shard, from, writer, start ? &*start : nullptr, progress);
      failures = writer.failures();
    } catch (const CodedCountsError& error) {
      there->refuse(error.what());
    }
  }
  if (!options.quiet) {
    tell_sentence(fmt::format("shard {}/{} is counted to look {} of {}{}: {}", share.index, share.of,
                              last_look, last_look_of(plan.run), is_whole ? " already" : "", *options.out));
  }
  if (failures.empty()) return exit_as_hoped;
  for (const std::string& failure : failures) tell_sentence(failure);
  tell_sentence("what failed in a shard fails in the merged run, too; to count it again: --force");
  return exit_incomplete;
}

}  // namespace fairshuffle
