// A part of a run: its blocks in turn to so many machines, counted look by look for a judge elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
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

/// Of each target of the plan how many trials are run where the plan starts. To be asked once (RunStart).
std::vector<std::uint64_t> trials_at_start(const RunPlan& plan);
/// How many another run had of each target that it did not decide.
std::uint64_t trials_had_before(const RunPlan& plan);
/// How many trials a shard runs from there on.
std::uint64_t trials_of_shard(const RunPlan& plan, BlockShare shard, std::span<const std::uint64_t> from);

/// A shard between two blocks.
struct KeptShard {
  int look = 1;            ///< the look that is running
  std::size_t target = 0;  ///< the target that it is at: those before it are counted to that look
  const RunningTarget* counts = nullptr;  ///< of the target in that look so far; null where there are none
  std::uint64_t trials = 0;               ///< that the shard has run, by this run of it and those before
  std::uint64_t trials_before = 0;        ///< of these by those before
};

/// Keeps a shard from time to time, as RunKeeper keeps a run.
class ShardKeeper {
 public:
  virtual ~ShardKeeper() = default;

  /// As RunKeeper::is_due.
  virtual bool is_due() = 0;
  /// As RunKeeper::keep.
  virtual void keep(const KeptShard& shard) = 0;
};

/// Where a shard goes on from.
struct ShardStart {
  int look = 1;                        ///< as of KeptShard
  std::size_t target = 0;              ///< likewise
  std::vector<bool> is_over;           ///< of each target of the plan, whether it failed or ended before
  std::optional<CountsReader> counts;  ///< what KeptShard::counts wrote; nothing where it was null
  std::uint64_t trials = 0;            ///< that the shard has run
};

/// The targets of one shard, counted as they are asked for. What runs in sequence is run whole by one shard,
/// the target's index modulo their number.
class ShardTargets {
 public:
  /// Those of the plan that this shard runs and that are not decided where the plan starts. The plan and what
  /// is told of progress must outlive it. It throws EndedShard where is_to_end says so, after it was kept.
  ShardTargets(const RunPlan& plan, BlockShare shard, const std::function<void(const Progress&)>& on_progress,
               IsToEnd is_to_end = {}, ShardKeeper* keeper = nullptr);

  /// Whether it runs this target, and it did neither fail nor end.
  bool runs(std::size_t target) const { return targets_[target] != nullptr; }
  struct Counted {
    ShardPart part;
    TallyHalves counts;  ///< of the shard alone
  };
  /// Its share of the trials. Those before them are run, here or elsewhere. Precondition: runs(asked.target).
  Counted count(const AskedTrials& asked);
  /// What a target in sequence is known to have failed by when no more trials of it are wanted, or where they
  /// may be (`goes_on`) by now; nothing of one that it does not run.
  ShardPart part_at_end(std::size_t target, bool goes_on);

  /// Goes on where a shard stood before its first trial from asked.from on. Throws CodedCountsError.
  void go_on(ShardStart& start, const AskedTrials& asked);
  /// Keeps the shard where that is due, before the target is counted to that look: not as it went on.
  void keep_before(int look, std::size_t target);
  /// So many trials are to be run in all, for who is told of progress.
  void expect(std::uint64_t trials) { progress_.trials_at_most = trials; }

 private:
  // Runs again, from its beginning, a target in sequence of which those trials are counted already.
  void catch_up(const AskedTrials& asked);
  // By another run, or by this one before it was ended.
  std::uint64_t trials_had(const AskedTrials& asked) const;
  // Runs the target in the pieces that looks have. Whether it has them all.
  bool extend_to(const AskedTrials& asked, std::uint64_t trials);
  // As a single piece, with the shard kept in between.
  void extend_piece(const AskedTrials& asked, std::uint64_t trials);
  // The target's own part of what was asked for, as far as it is counted; null where there is none to go on
  // with.
  const RunningTarget* part_of(const AskedTrials& asked) const;
  void keep(int look, std::size_t target, const RunningTarget* counts);
  bool is_to_end() const { return is_to_end_ && is_to_end_(); }
  bool in_sequence(std::size_t target) const { return plan_.targets[target]->facts().in_sequence; }

  const RunPlan& plan_;
  const BlockShare shard_;
  const std::function<void(const Progress&)>& on_progress_;
  const IsToEnd is_to_end_;
  ShardKeeper* const keeper_;
  const LookSchedule schedule_;
  std::vector<std::unique_ptr<RunningTarget>> targets_;  // null where it is not run, or no more
  Progress progress_;
};

/// Told of every part, by ascending look and target. The counts are those of the shard alone.
using TakePart =
    std::function<void(int look, std::size_t target, const ShardPart& part, const TallyHalves& counts)>;

/// Runs the shard's blocks of every target that is not decided where the plan starts, `from` as
/// trials_at_start has it, at every look from there to plan.last_look, or to all of them; from where another
/// run of it stood, where one did. Nothing is judged: where it ends early, it throws EndedShard, after it was
/// kept; where a target fails by what is_for_another_run and the shard has a keeper, TargetDisturbed.
void run_shard(const RunPlan& plan, BlockShare shard, std::vector<std::uint64_t> from, const TakePart& take,
               const std::function<void(const Progress&)>& on_progress, ShardKeeper* keeper = nullptr,
               ShardStart* start = nullptr);

/// A shard was to end before its time: not all of it is counted.
class EndedShard : public std::runtime_error {
 public:
  EndedShard() : runtime_error("ended early, before all of the shard was counted") {}
};

/// Which shard runs a target that runs in sequence.
constexpr std::uint64_t shard_of(std::size_t target, std::uint64_t shards) {
  return target % shards;
}

}  // namespace fairshuffle
