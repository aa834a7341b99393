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
#include "harness/counts/shard_files.hpp"
#include "harness/engine/shard.hpp"
#include "harness/input_error.hpp"
#include "harness/job/job_file.hpp"
#include "harness/report/report_file.hpp"
#include "harness/target/shell_text.hpp"

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
}

ShardStart go_on_from(CountsFile& begun, ShardFileWriter& writer, const RunPlan& plan) {
  try {
    return writer.go_on_from(begun, plan);
  } catch (const CodedCountsError& error) {
    begun.refuse(error.what());
  }
}

void tell_where_it_goes_on(const std::string& path, const ShardStart& start, std::uint64_t trials) {
  tell_sentence(fmt::format("goes on from {}: {} of {} trials, look {} is next", path,
                            with_commas(start.trials), with_commas(trials), start.look));
}

}  // namespace

int run_shard_of(const CertifyArguments& options, const KeptCounts& kept, CertifyPlan& plan) {
  const BlockShare share = parse_shard(*options.shard);
  check_shard(options, plan);
  kept.go_on(plan);
  const LookSchedule schedule(plan.run.most_trials, plan.run.fixed_trials);
  const int last = schedule.look_from(plan.run.most_trials);
  const int last_look = plan.run.last_look.value_or(last);
  const std::unique_ptr<CountsFile> there = options.force ? nullptr : shard_at(*options.out);
  const bool overwrite = options.force || there;
  check_report_path(*options.out, overwrite);
  take_write_signals_for_errors();
  ProgressLine progress(options.quiet);
  try {
    const std::vector<std::uint64_t> from = trials_at_start(plan.run);
    const ShardOfRun shard{.planned = planned_record(plan),
                           .contents = contents_of(plan),
                           .start = kept.file(),
                           .share = share,
                           .last_look = last_look,
                           .trials = trials_of_shard(plan.run, share, from)};
    ShardFileWriter writer(*options.out, shard, overwrite, seconds_between_keeping(options),
                           [&progress](const std::string& sentence) {
                             progress.clear();
                             tell_sentence(sentence);
                           });
    std::optional<ShardStart> start;
    if (there) {
      writer.check_is_this(*there);
      if (!there->head().shard->reached) {
        if (!options.quiet)
          tell_sentence(
              fmt::format("shard {}/{} is counted already: {}", share.index, share.of, *options.out));
        return exit_as_hoped;
      }
      start = go_on_from(*there, writer, plan.run);
      if (!options.quiet) tell_where_it_goes_on(*options.out, *start, shard.trials);
    }
    const Interrupts interrupts;
    plan.run.is_to_end = [] { return !Interrupts::heard().empty(); };
    const TakePart take = [&writer](int look, std::size_t target, const ShardPart& part,
                                    const TallyHalves& counts) { writer.add(look, target, part, counts); };
    try {
      run_shard(
          plan.run, share, from, take, [&progress](const Progress& state) { progress.show(state); }, &writer,
          start ? &*start : nullptr);
    } catch (const EndedShard&) {
      if (!writer.is_kept()) throw;
      progress.clear();
      throw std::runtime_error(fmt::format("interrupted by {}; the same command goes on from {}",
                                           Interrupts::heard(), shell_typed(*options.out)));
    }
    writer.publish();
  } catch (const CodedCountsError& error) {
    (there ? *there : *kept.file()).refuse(error.what());
  }
  progress.clear();
  if (!options.quiet) {
    tell_sentence(fmt::format("shard {}/{} is counted to look {} of {}: {}", share.index, share.of, last_look,
                              last, *options.out));
  }
  return exit_as_hoped;
}

}  // namespace fairshuffle
