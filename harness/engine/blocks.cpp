#include "harness/engine/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/random/streams.hpp"
#include "harness/engine/cores.hpp"
#include "harness/target/look_listener.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

RunningTarget::RunningTarget(const Target& target, std::uint64_t run_seed,
                             std::optional<OrderCounting> counting, std::uint64_t birthday_slots,
                             const OnRequest& asked)
    : target_(&target),
      run_seed_(run_seed),
      identity_(target.identity()),
      in_sequence_(target.facts().in_sequence),
      recorded_(target.facts().recorded),
      no_counts_([deck_size = target.description().deck_size, marked = target.description().marked, counting,
                  birthday_slots,
                  asked] { return TallyHalves(deck_size, marked, counting, birthday_slots, asked); }),
      counts_(no_counts_()) {}

TallyHalves RunningTarget::take_counts() {
  return std::exchange(counts_, no_counts_());
}

std::uint64_t RunningTarget::counted_trials() const {
  return counts_.first.trials() + counts_.second.trials() + counts_.invalid_trials();
}

void RunningTarget::add_counted(std::uint64_t trials, std::span<CountsReader> parts) {
  const std::uint64_t before = counted_trials();
  counts_.expect(trials);
  for (CountsReader& part : parts) counts_.merge(part);
  const std::uint64_t added = counted_trials() - before;
  if (added > trials - trials_) throw CodedCountsError("hold more trials than were to be run");
  trials_ += added;
}

void RunningTarget::go_on_in_share(CountsReader& reader) {
  const std::uint64_t from = std::exchange(trials_, reader.number());
  counts_.merge(reader);
  const std::uint64_t counted = counted_trials();
  if (trials_ < from || counted != share_.trials_before(trials_) - share_.trials_before(from)) {
    throw CodedCountsError(fmt::format("hold {} trials from trial {} to {}", counted, from, trials_));
  }
}

void RunningTarget::write(CountsWriter& writer) const {
  writer.number(trials_);
  counts_.write(writer);
}

void RunningTarget::go_on_from(CountsReader& reader) {
  trials_ = reader.number();
  counts_.merge(reader);
  const std::uint64_t counted = counted_trials();
  if (counted != trials_ || !can_go_on()) {
    throw CodedCountsError(fmt::format("hold {} trials where {} are told", counted, trials_));
  }
}

std::uint64_t RunningTarget::make_ready(std::unique_ptr<Sampler>& sampler, std::uint64_t first,
                                        std::uint64_t most_trials) const {
  const std::uint64_t block = first / trials_per_block, run_before = first % trials_per_block;
  const auto begin = [&] { sampler->begin_block(stream_seed(run_seed_, identity_, block)); };
  if (run_before == 0 && (block == 0 || !in_sequence_)) begin();
  try {
    return sampler->ready(most_trials);
  } catch (const TargetDisturbed&) {
    if (in_sequence_) throw;
  }
  sampler = target_->make_sampler();
  begin();
  if (run_before > 0) {
    // The pieces of the block that are counted already.
    TallyHalves again = no_counts_();
    sampler->ready(run_before);
    sampler->run(first - run_before, run_before, again.first);
  }
  return sampler->ready(most_trials);
}

std::uint64_t RunningTarget::run_piece(std::unique_ptr<Sampler>& sampler, std::uint64_t first,
                                       std::uint64_t most_trials, TallyHalves& counts) const {
  const std::uint64_t trials = make_ready(sampler, first, most_trials);
  const std::uint64_t half = trials / 2;
  sampler->run(first, half, counts.first);
  sampler->run(first + half, trials - half, counts.second);
  return trials;
}

// The blocks that threads take in turn, until there are no more or one of them has failed.
class RunningTarget::Blocks {
 public:
  Blocks(const RunningTarget& target, std::uint64_t trials)
      : target_(target),
        trials_(trials),
        blocks_((trials + trials_per_block - 1) / trials_per_block),
        next_(target.share_.blocks_before(target.trials_ / trials_per_block)),
        end_(target.share_.blocks_before(blocks_)) {}

  /// Of the whole target.
  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t left() const { return end_ - std::min<std::uint64_t>(next_, end_); }
  std::uint64_t trials_run() const { return trials_run_; }

  /// Runs blocks as long as there are any, into counts of the caller's.
  void run(std::unique_ptr<Sampler>& sampler, TallyHalves& counts,
           const std::function<void(std::uint64_t)>& on_block) {
    const BlockShare& share = target_.share_;
    for (std::uint64_t own = next_++; own < end_ && !failed_; own = next_++) {
      const std::uint64_t block = share.index + own * share.of;
      const std::uint64_t first = std::max(block * trials_per_block, target_.trials_);
      const std::uint64_t wanted = std::min((block + 1) * trials_per_block, trials_) - first;
      const std::uint64_t ran = target_.run_piece(sampler, first, wanted, counts);
      on_block(trials_run_ += ran);
      if (ran < wanted) break;
    }
    counts.settle();
  }

  /// No block is taken any more. All that were are run to their ends, so that no gap is left before any.
  void end_early() { next_ = end_; }

  /// What work throws is kept for rethrow, and ends the others'.
  template <class Work>
  void keep_failure(const Work& work) {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const RunningTarget& target_;
  const std::uint64_t trials_, blocks_;
  std::atomic<std::uint64_t> next_;  // of the share's own blocks
  const std::uint64_t end_;
  std::atomic<std::uint64_t> trials_run_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

namespace {

// One more thread beside the calling one.
template <class Work>
void start_beside(std::vector<std::jthread>& threads, std::uint64_t wanted, const Work& work) {
  try {
    move_beside(threads.emplace_back(work), threads.size() - 1);
  } catch (const std::system_error& error) {
    throw std::runtime_error(
        fmt::format("only {} of {} threads could be started ({}); take fewer with --threads",
                    threads.size() + 1, wanted + 1, error.code().message()));
  }
}

}  // namespace

void RunningTarget::extend_to(std::uint64_t trials, int threads,
                              const std::function<void(std::uint64_t)>& on_block, const IsToEnd& is_to_end) {
  if (!sampler_) sampler_ = target_->make_sampler();
  Blocks blocks(*this, trials);
  const std::uint64_t helpers =
      in_sequence_ || blocks.left() == 0
          ? 0
          : std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), blocks.left()) - 1;
  // A block's second half has at most one trial more than its first.
  const std::uint64_t most_in_half = (trials + blocks.blocks()) / 2;
  // Of what is recorded nobody knows how much there is.
  if (!recorded_) counts_.expect(trials);
  counts_.first.make_room(most_in_half);
  counts_.second.make_room(most_in_half);
  if (LookListener* const listener = listener_in(*sampler_)) {
    listener->begin_look(trials - std::min(trials, trials_), is_to_end,
                         [&](std::uint64_t waiting) { on_block(blocks.trials_run() + waiting); });
  }
  // The calling thread counts right into the evidence; a table is added up only for each thread beside it,
  // and not even for those where it is too large: they count into the same one.
  std::vector<std::unique_ptr<TallyHalves>> helper_counts(helpers);
  {
    std::vector<std::jthread> helper_threads;
    blocks.keep_failure([&] {
      for (std::uint64_t helper = 0; helper < helpers; ++helper) {
        start_beside(helper_threads, helpers, [&, helper] {
          blocks.keep_failure([&] {
            std::unique_ptr<Sampler> sampler = target_->make_sampler();
            helper_counts[helper] = std::make_unique<TallyHalves>(counts_.beside());
            blocks.run(sampler, *helper_counts[helper], [](std::uint64_t) {});
          });
        });
      }
      blocks.run(sampler_, counts_, [&](std::uint64_t trials_run) {
        on_block(trials_run);
        if (is_to_end && is_to_end()) blocks.end_early();
      });
    });
  }
  // It may be another sampler by now.
  if (LookListener* const listener = listener_in(*sampler_)) listener->end_look();
  try {
    blocks.rethrow();
  } catch (const TargetDisturbed&) {
    if (in_sequence_) trials_ += blocks.trials_run();
    throw;
  }
  for (const auto& counts : helper_counts) counts_.merge(*counts);
  // Behind its last trial the share's next one may be far.
  trials_ = std::min(trials, share_.trial_at(share_.trials_before(trials_) + blocks.trials_run()));
}

}  // namespace fairshuffle
