// Trials in blocks, on threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "core/record/plan.hpp"
#include "core/tally/tally.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// When a run is to end before its time.

/// Asked on the calling thread after every block, and more often within slow ones: true once the run is to
/// end; then always. What was run by
/// then is judged once more, with the share of the budgets that is kept for it. Empty for never.
using IsToEnd = std::function<bool()>;

/// So many seconds from now on (nothing for as long as it takes), and before that as soon as it is asked to.
inline IsToEnd ending_after(std::optional<double> seconds, IsToEnd is_asked_to) {
  const auto start = std::chrono::steady_clock::now();
  return [start, seconds, is_asked_to = std::move(is_asked_to)] {
    if (is_asked_to && is_asked_to()) return true;
    return seconds &&
           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >= *seconds;
  };
}

/// Whether it says so within half a second: what ends a run and all that it started does not reach them at
/// the same moment.
inline bool comes_true(const IsToEnd& is_to_end) {
  constexpr int tries = 50;
  constexpr std::chrono::milliseconds apart{10};
  if (!is_to_end) return false;
  for (int tried = 0; tried < tries; ++tried) {
    if (is_to_end()) return true;
    std::this_thread::sleep_for(apart);
  }
  return false;
}

// The blocks of one target: run on several threads, and counted.

/// The blocks of a target that are index, index + of, index + 2 of ...: a part of a run.
struct BlockShare {
  std::uint64_t index = 0;  ///< below `of`
  std::uint64_t of = 1;

  /// How many of the share's blocks lie before this one.
  std::uint64_t blocks_before(std::uint64_t block) const { return (block + of - 1 - index) / of; }
  /// How many of the share's trials lie before this one.
  std::uint64_t trials_before(std::uint64_t trial) const {
    const std::uint64_t block = trial / trials_per_block, within = trial % trials_per_block;
    return blocks_before(block) * trials_per_block + (block % of == index ? within : 0);
  }
  /// Which trial the share's trial of this number is.
  std::uint64_t trial_at(std::uint64_t number) const {
    const std::uint64_t block = index + number / trials_per_block * of;
    return block * trials_per_block + number % trials_per_block;
  }
};

/// A target while it is run.
class RunningTarget {
 public:
  /// Permutations are counted as told, or not at all; birthday_slots and asked as RunningTally takes them.
  RunningTarget(const Target& target, std::uint64_t run_seed, std::optional<PermutationCounting> counting,
                std::uint64_t birthday_slots = most_birthday_slots, const OnRequest& asked = {});

  /// Runs the target from where it stands until it has `trials` trials, or all that it ever has. Blocks
  /// before the last one have trials_per_block trials. Block 0 may be run in pieces of an even number of
  /// trials, by calls that all end within it or at its end; no call may follow one that ends within another
  /// block. `on_block` is called on the calling thread, after each block or piece that this thread has run
  /// and now and then before, with the trials that all threads have run in this call. Fewer threads run where
  /// the system starts no more. Rethrows the first exception of any thread; but a block or piece at whose
  /// beginning a target is disturbed (TargetDisturbed) is run once more, by a new sampler. A target in
  /// sequence stands then where it was disturbed, and its counts add up. Ends earlier where is_to_end says
  /// so: after whole blocks, but within block 0 or a sequence wherever it stands; a block that takes long and
  /// is not done by then is left out, with all behind it. Where is_to_pause says so, it ends when the blocks
  /// that were begun are done.
  void extend_to(std::uint64_t trials, int threads, const std::function<void(std::uint64_t)>& on_block,
                 const IsToEnd& is_to_end = {}, const IsToEnd& is_to_pause = {});

  /// From now on it runs no blocks but these. Precondition: nothing runs in sequence, or the share is all.
  void take_share(BlockShare share) { share_ = share; }
  /// The trials before this one are run elsewhere. Before any trial.
  void begin_at(std::uint64_t trials) { trials_ = trials; }
  /// Adds what write() wrote of this share from begin_at on, and stands where that stood. Before any trial.
  /// Throws CodedCountsError.
  void go_on_in_share(CountsReader& reader);
  /// What it has counted so far, and from now on it counts from nothing.
  TallyHalves take_counts();
  /// Adds what was counted elsewhere of trials from where it stands up to `trials`, in some parts. Throws
  /// CodedCountsError.
  void add_counted(std::uint64_t trials, std::span<CountsReader> parts);

  /// To be called when the target is decided. Throws when it is known to have failed.
  void finish() {
    if (sampler_) sampler_->finish();
  }
  /// As `finish`, where it may not be decided yet.
  void check() {
    if (sampler_) sampler_->check();
  }
  /// True when a recorded target has trials that were not run. Throws what reading them throws.
  bool has_more() { return sampler_ && sampler_->ready(1) > 0; }

  /// Whether another run can go on from its counts: what is read in sequence begins again there, and so does
  /// what has not yet run a whole block.
  bool can_go_on() const { return !in_sequence_ && !recorded_ && trials_ >= trials_per_block; }
  /// Where it stands and its counts, for another run to go on with.
  void write(CountsWriter& writer) const;
  /// Takes them, before any trial. Throws CodedCountsError; then it may not be run.
  void go_on_from(CountsReader& reader);

  const TallyHalves& counted() const { return counts_; }
  /// Where it stands: the trials before this one are run, by it or elsewhere.
  std::uint64_t trials() const { return trials_; }
  /// Those of its share that are before this one.
  std::uint64_t own_trials() const { return share_.trials_before(trials_); }
  const std::string& name() const { return target_->name(); }
  bool in_sequence() const { return in_sequence_; }
  bool is_recorded() const { return recorded_; }

 private:
  class Blocks;

  // The trials that are in its counts.
  std::uint64_t counted_trials() const;
  // Makes that many of them ready, or as many as there are, by another sampler where this one is disturbed.
  std::uint64_t make_ready(std::unique_ptr<Sampler>& sampler, std::uint64_t first,
                           std::uint64_t max_trials) const;

  const Target* target_;
  std::uint64_t run_seed_;
  std::uint64_t identity_;
  bool in_sequence_;
  bool recorded_;
  std::function<TallyHalves()> no_counts_;
  TallyHalves counts_;
  BlockShare share_;
  std::uint64_t trials_ = 0;
  bool is_quick_ = false;             // blocks are known to take little time
  std::unique_ptr<Sampler> sampler_;  // the calling thread's; for a target in sequence the only one
};

// Work that the cores of a machine share.

/// Calls work(0), work(1) ... work(count - 1), each once, on up to eight threads; fewer where the machine has
/// fewer cores or gives no more. Returns when all have returned. Rethrows what the first of them, by number,
/// threw.
void on_cores(std::size_t count, const std::function<void(std::size_t)>& work);

// Which core a thread begins on.

/// Moves a thread that the calling one has just started, as its `index`-th, to a core of its own: a system
/// may leave it behind the other one for longer than a short run takes, however idle its other cores are.
/// From then on the system moves it as any other. Does nothing where the system does not say which cores
/// there are.
void move_beside(std::jthread& started, std::size_t index);

}  // namespace fairshuffle
