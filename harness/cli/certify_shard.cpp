#include "harness/cli/certify_shard.hpp"

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

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

}  // namespace

int run_shard_of(const CertifyArguments& options, const KeptCounts& kept, CertifyPlan& plan) {
  const BlockShare share = parse_shard(*options.shard);
  check_shard(options, plan);
  kept.go_on(plan);
  const LookSchedule schedule(plan.run.most_trials, plan.run.fixed_trials);
  const int last = schedule.look_from(plan.run.most_trials);
  const int last_look = plan.run.last_look.value_or(last);
  check_report_path(*options.out, options.force);
  take_write_signals_for_errors();
  ShardFileWriter writer(*options.out, planned_record(plan), contents_of(plan), kept.file().get(), share,
                         last_look);
  const Interrupts interrupts;
  plan.run.is_to_end = [] { return !Interrupts::heard().empty(); };
  ProgressLine progress(options.quiet);
  const TakePart take = [&writer](int look, std::size_t target, const ShardPart& part,
                                  const TallyHalves& counts) { writer.add(look, target, part, counts); };
  try {
    run_shard(plan.run, share, take, [&progress](const Progress& state) { progress.show(state); });
  } catch (const CodedCountsError& error) {
    kept.file()->refuse(error.what());
  }
  progress.clear();
  writer.publish(options.force);
  if (!options.quiet) {
    tell(fmt::format("fairshuffle: shard {}/{} is counted to look {} of {}: {}\n", share.index, share.of,
                     last_look, last, *options.out));
  }
  return exit_as_hoped;
}

}  // namespace fairshuffle
