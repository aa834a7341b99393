// A run of targets, judged at each look, and a part of one, counted for a judge elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/findings.hpp"
#include "core/record/plan.hpp"
#include "core/statistics/permutations.hpp"
#include "core/tally/birthday.hpp"
#include "core/tally/coded.hpp"
#include "core/tally/tally.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// Who counts the trials of a run: this process, or others in shards.

/// What came of trials of a target that were asked for, or of a shard's part of them.
struct ShardPart {
  std::string error = {};         ///< why the target failed; empty where it did not
  bool ended_early = false;       ///< it gives no more trials
  bool disturbed = false;         ///< others ended it, as TargetDisturbed means it
  bool ran_before = false;        ///< it failed at trials that it had in another run
  std::string fault_at_end = {};  ///< what it would have failed by, were no more trials of it wanted

  // In no file and no message.
  bool unread = false;          ///< more is recorded than was asked for
  bool paused = false;          ///< it stands where it was to pause
  std::uint64_t ran = 0;        ///< how many trials were run, and count
  std::uint64_t failed_at = 0;  ///< the trial
};

/// Whether a target failed by what is around it, so that another run may have more of it. What begins again
/// has nothing that was kept.
inline bool is_for_another_run(const ShardPart& part, bool in_sequence) {
  return part.ran_before || (part.disturbed && !in_sequence);
}

/// Trials of a target that a judge asks for: those of it up to a look, or the next of them.
struct AskedTrials {
  int look = 1;
  std::size_t target = 0;
  std::uint64_t from = 0;  ///< the first one
  std::uint64_t to = 0;    ///< behind the last one
  /// How many of them another run had of a target that begins again: where it fails at one of these,
  /// something around it has changed.
  std::uint64_t had = 0;
};

/// Who waits for trials while they are run.
struct Waiting {
  /// Told after every block that the calling thread runs how many are run of those that were asked for.
  std::function<void(std::uint64_t)> on_trials = [](std::uint64_t) {};
  IsToEnd is_to_end = {};
  IsToEnd is_to_pause = {};  ///< asked on the calling thread after every block
};

/// Counts trials for a judge.
class LookSource {
 public:
  virtual ~LookSource() = default;

  /// How far a target is to be asked for at once, of `due` trials: at most that, and else whole blocks.
  virtual std::uint64_t reach(std::size_t /*target*/, std::uint64_t /*from*/, std::uint64_t due) {
    return due;
  }
  /// Brings the target from asked.from, where it stands, to asked.to, or as far as it comes. Asked for by
  /// ascending look, target and trials. Throws CodedCountsError.
  virtual ShardPart count(RunningTarget& target, const AskedTrials& asked, const Waiting& waiting) = 0;
  /// To be called when the target, which has this index in the plan, is decided: what it is known to have
  /// failed by.
  virtual ShardPart finish(RunningTarget& target, std::size_t index) = 0;
};

// What a run keeps of itself, so that another one can go on from there.

/// A run or a shard between two blocks.
struct KeptRun {
  int look = 1;            ///< the look that is next, or that is running
  std::size_t target = 0;  ///< of a shard, the target that it is at: those before it are counted to that look
  bool early_end_spent = false;     ///< the share kept for an early end is spent, by this run or one before
  bool is_ending = false;           ///< the run ends before its time, and here
  std::uint64_t trials = 0;         ///< of all targets, that this run has run itself
  std::uint64_t trials_before = 0;  ///< those that runs before it have
  struct KeptTarget {
    const TargetRecord* record = nullptr;   ///< null where it is not decided
    const RunningTarget* counts = nullptr;  ///< null where it is decided, or begins again
  };
  std::vector<KeptTarget> targets;  ///< as the plan has them; of a shard with the counts of `target` alone
};

/// Keeps a run or a shard, from time to time.
class RunKeeper {
 public:
  virtual ~RunKeeper() = default;

  /// Asked on the calling thread after every block: whether the run is to be kept now.
  virtual bool is_due() = 0;
  /// Called with all threads at rest. A run that can't be kept goes on: it throws nothing of that. One that
  /// is ending may throw where an older file stays that does not know of it.
  virtual void keep(const KeptRun& run) = 0;
  /// Whether there are counts of it, of this run or of one before, that another one could go on from.
  virtual bool has_counts() const { return false; }
};

/// Where a run goes on from.
struct RunStart {
  int look = 1;
  bool early_end_spent = false;
  /// For each target of the plan its record where it is decided.
  std::vector<std::optional<TargetRecord>> decided;
  /// The counts of an undecided target, by index; nothing where it begins again. Asked once for each, by
  /// ascending index; null for a run that starts.
  std::function<std::optional<CountsReader>(std::size_t)> counts;
};

// The run engine: runs the targets of a job look by look, on all threads, until each has its verdict.

/// Where a run stands, told often while it goes on.
struct Progress {
  int look = 1;
  std::size_t undecided = 0;  ///< targets that this look runs
  std::size_t targets = 0;
  std::string_view running;          ///< the target that is running
  std::uint64_t trials_done = 0;     ///< of all targets, so far
  std::uint64_t trials_before = 0;   ///< of these what another run did, from which this one goes on
  double seconds_counting = 0;       ///< that they took, without judging and without the trials before
  std::uint64_t trials_of_look = 0;  ///< the trials that all targets will have at the end of this look
  std::uint64_t trials_at_most = 0;  ///< the trials of all undecided targets at the trial limit
  /// The trials that all targets will have if those that are undecided are fair (trials_if_fair), counted to
  /// the end of this look at least. Nothing where that is not known of one of them.
  std::optional<std::uint64_t> trials_if_fair;
  /// What the first look had decided at which it would be decided, had it been judged there, and its trials.
  /// Only where RunPlan::tells_first_verdict.
  std::optional<Verdict> first_verdict;
  std::uint64_t first_verdict_trials = 0;
};

/// A target of a run, and what its job says of it.
struct TargetOfRun {
  template <class Kind>
  TargetOfRun(std::unique_ptr<Kind> made, std::optional<Verdict> due = {}, std::string called = {},
              std::string heading = {})
      : target(std::move(made)), expected(due), label(std::move(called)), group(std::move(heading)) {}

  Target& operator*() const { return *target; }
  Target* operator->() const { return target.get(); }
  /// What progress calls it: its label, or else its name.
  const std::string& called() const { return label.empty() ? target->name() : label; }

  std::unique_ptr<Target> target;
  std::optional<Verdict> expected;
  std::string label;  ///< empty for none
  std::string group;  ///< empty for none
  std::string proof;  ///< as PlannedTarget has it
};

/// A plan whose targets can be run. Its settings are those that were asked for: tests may be of none of its
/// decks.
struct RunPlan : RunSettings {
  std::vector<TargetOfRun> targets;  ///< the controls last
  std::size_t controls = 0;          ///< how many they are
  /// The birthday slots that were asked for; nothing for as many as its targets leave room for.
  std::optional<std::uint64_t> slots;
  int threads = 1;
  int children = 16;                  ///< programs that may live at once
  std::optional<double> max_seconds;  ///< of running; nothing for as long as it takes
  std::string command;                ///< reproduces the report on any number of threads
  /// From where the seconds of a run count: targets may take long to be looked at.
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  IsToEnd is_to_end = {};
  RunKeeper* keeper = nullptr;            ///< null where nothing is kept
  LookSource* counted = nullptr;          ///< counts from elsewhere: nothing is run; null where it runs
  bool tells_first_verdict = false;       ///< of its one target, while that is measured (Progress)
  std::optional<int> last_look;           ///< looks after this one are not for this run; nothing for all
  std::shared_ptr<const RunStart> start;  ///< where it goes on from; null for its beginning
  /// Decides for each deck whether its permutations are counted, and how; as permutation_counting_for.
  decltype(&permutation_counting_for) permutation_counting = permutation_counting_for;

  /// How the permutations of a deck are counted; nothing where they are not.
  std::optional<PermutationCounting> counting_of(int deck_size, const Multiset& multiset) const {
    if (!multiset.is_plain()) return std::nullopt;
    return permutation_counting(deck_size, first_limit(), budget.tolerance, budget.confidence);
  }
  /// The slots that each of the targets whose permutations are kept has for permutations that come again.
  std::uint64_t slots_of_target() const { return slots.value_or(slots_left()); }
  /// As many as its targets leave room for.
  std::uint64_t slots_left() const { return fairshuffle::birthday_slots(targets_keeping_permutations()); }
  /// How many of its targets keep permutations (keeps_permutations).
  std::size_t targets_keeping_permutations() const;
};

/// A target of the plan, ready to be run; data as of plan_data.
RunningTarget running_target(const RunPlan& plan, const Plan& data, std::size_t index);

/// The plan as data: with the settings as they hold for its targets.
Plan plan_data(const RunPlan& plan);

/// Why a run is not judged, or a shard not counted to its end.
struct NotJudged {
  enum class Why {
    ended,        ///< a shard was to end before all of it is counted; it was kept
    ended_again,  ///< it was to end before its time, and a run before it had been judged for that already
    undecided,  ///< targets are undecided after the last look for this run (RunPlan::last_look); it was kept
    disturbed,  ///< others ended a target, and another run may have more of it
  };
  Why why = Why::ended;
  std::vector<std::string> undecided = {};  ///< the names of those targets
  std::string sentence = {};                ///< on what was disturbed
};

/// What came of a run.
struct RunResult {
  std::vector<TargetRecord> targets = {};  ///< as the plan has them; none where it is not judged
  std::vector<double> seconds = {};        ///< of each: its trials and its judging
  std::optional<NotJudged> not_judged = {};
};

/// The records of the plan's targets, in their order. The counts depend on nothing but the seed, the targets
/// and the trials: block b of a target is drawn from the stream f(seed, target, b) and counts are integers,
/// so neither threads nor the order in which blocks end matter. A target that fails has evidence with `error`
/// and no verdict; the others go on. A run that goes on from where another one stood gives the records that
/// the other one would have given. A target is disturbed, so that nothing is judged, where another run could
/// go on from its counts (RunKeeper::has_counts); in a run that goes on, also where it begins again.
/// `on_progress` is called on the calling thread, after every block that this thread runs.
RunResult run_to_end(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress);

/// The records alone.
inline std::vector<TargetRecord> run(const RunPlan& plan,
                                     const std::function<void(const Progress&)>& on_progress) {
  return run_to_end(plan, on_progress).targets;
}

// How fast the trials of a run come.

/// Hears of a run from its beginning. Its pace is that of the look that is running: looks before it are
/// short, and most of their time goes by while programs start, samplers are made and memory is touched for
/// the first time.
class Pace {
 public:
  void hear(const Progress& progress);

  /// Trials of all targets a second, judging apart; nothing before a look has been counted for least_seconds.
  std::optional<double> trials_a_second() const;

  static constexpr double least_seconds = 0.5;

 private:
  int look_ = 0;
  std::uint64_t trials_before_look_ = 0, trials_ = 0;
  double seconds_before_look_ = 0, seconds_ = 0;
};

// How many trials a fair run takes, told before any is run.

/// The trials at the look that certifies a fair deck of the plan at a tolerance. Nothing where that is not
/// known beforehand (trials_if_fair of core/verdict), or where the plan's limit comes first.
std::optional<std::uint64_t> trials_if_fair(const RunPlan& plan, const TargetDescription& description,
                                            double tolerance);

// How much memory a run's counters take, told before it starts.

/// Bytes of counters that the plan's targets hold at the same time, those of threads and of the judge
/// included.
std::uint64_t memory_of(const RunPlan& plan);

/// As the files and messages of shards begin a part, before its counts.
void write_part(CountsWriter& writer, const ShardPart& part);
/// Reads it. Throws CodedCountsError.
ShardPart read_part(CountsReader& reader);

/// Adds what was counted elsewhere of what was asked for to where the target stands. Throws CodedCountsError.
ShardPart add_parts(RunningTarget& target, const AskedTrials& asked, std::span<const ShardPart> told,
                    std::span<CountsReader> counts, const Waiting& waiting);

/// Runs the target here from where it stands to asked.to, in the pieces that looks have, as far as it comes.
ShardPart count_here(const RunPlan& plan, RunningTarget& target, const AskedTrials& asked,
                     const Waiting& waiting);
/// What a target is known to have failed by when no more trials of it are wanted, or where they may be
/// (`goes_on`) by now.
ShardPart end_here(RunningTarget& target, bool goes_on);

/// Of each target of the plan how many trials are run where the plan starts. To be asked once (RunStart).
std::vector<std::uint64_t> trials_at_start(const RunPlan& plan);
/// How many another run had of each target that it did not decide.
std::uint64_t trials_had_before(const RunPlan& plan);
/// How many trials a shard runs from there on.
std::uint64_t trials_of_shard(const RunPlan& plan, BlockShare shard, std::span<const std::uint64_t> from);

/// Where a shard goes on from.
struct ShardStart {
  int look = 1;                        ///< as of KeptRun
  std::size_t target = 0;              ///< likewise
  std::vector<bool> is_over;           ///< of each target of the plan, whether it failed or ended before
  std::optional<CountsReader> counts;  ///< of the target (KeptTarget::counts); nothing where they were null
  std::uint64_t trials = 0;            ///< that the shard has run
};

/// The targets of one shard, counted as they are asked for. What runs in sequence is run whole by one shard,
/// the target's index modulo their number.
class ShardTargets {
 public:
  /// Those of the plan, which must outlive it, that this shard runs and that are not decided where the plan
  /// starts.
  ShardTargets(const RunPlan& plan, BlockShare shard);

  /// Whether it runs this target, and it did neither fail nor end.
  bool runs(std::size_t target) const { return targets_[target] != nullptr; }
  /// How many it runs.
  std::size_t left() const;
  /// Whether one stands where nothing goes on from.
  bool is_within_first_block() const;

  /// Runs its share of the trials, as count_here. Those before them are run, here or elsewhere. Precondition:
  /// runs(asked.target).
  ShardPart extend(const AskedTrials& asked, const Waiting& waiting = {});
  /// The target's own part of what was asked for, as far as it is counted; null where there is none to go on
  /// with.
  const RunningTarget* part_of(const AskedTrials& asked) const;
  struct Counted {
    ShardPart part;
    TallyHalves counts;  ///< of the shard alone
  };
  /// What it has counted of that, with what came of it.
  Counted taken(const AskedTrials& asked, ShardPart part);
  /// As end_here; nothing of a target that it does not run, or not in sequence.
  ShardPart part_at_end(std::size_t target, bool goes_on);

  /// Goes on where a shard stood before its first trial from asked.from on. Throws CodedCountsError.
  void go_on(ShardStart& start, const AskedTrials& asked);

 private:
  bool in_sequence(std::size_t target) const { return targets_[target]->in_sequence(); }

  const RunPlan& plan_;
  std::vector<std::unique_ptr<RunningTarget>> targets_;  // null where it is not run, or no more
};

/// Told of every part, by ascending look and target. The counts are those of the shard alone.
using TakePart =
    std::function<void(int look, std::size_t target, const ShardPart& part, const TallyHalves& counts)>;

/// Runs the shard's blocks of every target that is not decided where the plan starts, `from` as
/// trials_at_start has it, at every look from there to plan.last_look, or to all of them; from where another
/// run of it stood, where one did. Nothing is judged. Nothing once it is whole, else why not; disturbed is a
/// target that fails by what is_for_another_run, where the plan has a keeper.
std::optional<NotJudged> run_shard(const RunPlan& plan, BlockShare shard, std::vector<std::uint64_t> from,
                                   const TakePart& take,
                                   const std::function<void(const Progress&)>& on_progress,
                                   ShardStart* start = nullptr);

/// Which shard runs a target that runs in sequence.
constexpr std::uint64_t shard_of(std::size_t target, std::uint64_t shards) {
  return target % shards;
}

}  // namespace fairshuffle
