// The blocks of one target: run on several threads, and counted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "core/record/looks.hpp"
#include "core/tally/tally_halves.hpp"
#include "harness/engine/ending.hpp"
#include "harness/target/target.hpp"

namespace fairshuffle {

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
  /// Orders are counted as told, or not at all; birthday_slots and asked as RunningTally takes them.
  RunningTarget(const Target& target, std::uint64_t run_seed, std::optional<OrderCounting> counting,
                std::uint64_t birthday_slots = most_birthday_slots, const OnRequest& asked = {});

  /// Runs the target from where it stands until it has `trials` trials, or all that it ever has. Blocks
  /// before the last one have trials_per_block trials. Block 0 may be run in pieces of an even number of
  /// trials, by calls that all end within it or at its end; no call may follow one that ends within another
  /// block. `on_block` is called on the calling thread, after each block or piece that this thread has run,
  /// with the trials that all threads have run in this call. Rethrows the first exception of any thread; but
  /// a block or piece at whose beginning a target is disturbed (TargetDisturbed) is run once more, by a new
  /// sampler. A target in sequence stands then where it was disturbed, and its counts add up. Ends earlier,
  /// after whole blocks and pieces, where is_to_end says so.
  void extend_to(std::uint64_t trials, int threads, const std::function<void(std::uint64_t)>& on_block,
                 const IsToEnd& is_to_end = {});

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

 private:
  class Blocks;

  // The trials that are in its counts.
  std::uint64_t counted_trials() const;
  // Trials of one block from `first` on, in two halves. How many were run: fewer than were to be run only
  // where the target ended.
  std::uint64_t run_piece(std::unique_ptr<Sampler>& sampler, std::uint64_t first, std::uint64_t most_trials,
                          TallyHalves& counts) const;
  // Makes that many of them ready, or as many as there are, by another sampler where this one is disturbed.
  std::uint64_t make_ready(std::unique_ptr<Sampler>& sampler, std::uint64_t first,
                           std::uint64_t most_trials) const;

  const Target* target_;
  std::uint64_t run_seed_;
  std::uint64_t identity_;
  bool in_sequence_;
  bool recorded_;
  std::function<TallyHalves()> no_counts_;
  TallyHalves counts_;
  BlockShare share_;
  std::uint64_t trials_ = 0;
  std::unique_ptr<Sampler> sampler_;  // the calling thread's; for a target in sequence the only one
};

}  // namespace fairshuffle
