// A part of a run: its blocks in turn to so many machines, counted look by look for a judge elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/record/looks.hpp"
#include "core/tally/coded/counts_writer.hpp"
#include "core/tally/tally_halves.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/engine/look_source.hpp"
#include "harness/engine/run.hpp"

namespace fairshuffle {

/// As the files and messages of shards begin a part, before its counts.
void write_part(CountsWriter& writer, const ShardPart& part);
/// Reads it. Throws CodedCountsError.
ShardPart read_part(CountsReader& reader);

/// The targets of one shard, counted as they are asked for. What runs in sequence is run whole by one shard,
/// the target's index modulo their number.
class ShardTargets {
 public:
  /// Those of the plan that this shard runs and that are not decided where the plan starts. The plan and what
  /// is told of progress must outlive it. It throws EndedShard where is_to_end says so.
  ShardTargets(const RunPlan& plan, BlockShare shard, const std::function<void(const Progress&)>& on_progress,
               IsToEnd is_to_end = {});

  /// Whether it runs this target, and it did neither fail nor end.
  bool runs(std::size_t target) const { return targets_[target] != nullptr; }
  struct Counted {
    ShardPart part;
    TallyHalves counts;  ///< of the shard alone
  };
  /// Its share of the trials. Those before them are run, here or elsewhere. Precondition: runs(asked.target).
  Counted count(const AskedTrials& asked);

 private:
  void extend_to(RunningTarget& target, std::uint64_t trials);

  const RunPlan& plan_;
  const std::function<void(const Progress&)>& on_progress_;
  const IsToEnd is_to_end_;
  const LookSchedule schedule_;
  std::vector<std::unique_ptr<RunningTarget>> targets_;  // null where it is not run, or no more
  Progress progress_;
};

/// Told of every part, by ascending look and target. The counts are those of the shard alone.
using TakePart =
    std::function<void(int look, std::size_t target, const ShardPart& part, const TallyHalves& counts)>;

/// Runs the shard's blocks of every target that is not decided where the plan starts, at every look from
/// there to plan.last_look, or to all of them. Nothing is judged: where it ends early, it throws EndedShard.
void run_shard(const RunPlan& plan, BlockShare shard, const TakePart& take,
               const std::function<void(const Progress&)>& on_progress);

/// A shard was to end before its time: nothing of it can be used.
class EndedShard : public std::runtime_error {
 public:
  EndedShard() : runtime_error("ended early, and a part of a shard can't be used") {}
};

/// Which shard runs a target that runs in sequence.
constexpr std::uint64_t shard_of(std::size_t target, std::uint64_t shards) {
  return target % shards;
}

}  // namespace fairshuffle
