#include "harness/engine/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "core/random/seeding.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace fairshuffle {

RunningTarget::RunningTarget(const Target& target, std::uint64_t run_seed,
                             std::optional<PermutationCounting> counting, std::uint64_t birthday_slots,
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
                                        std::uint64_t max_trials) const {
  const std::uint64_t block = first / trials_per_block, run_before = first % trials_per_block;
  const auto begin = [&] { sampler->begin_block(stream_seed(run_seed_, identity_, block)); };
  if (run_before == 0 && (block == 0 || !in_sequence_)) begin();
  try {
    return sampler->ready(max_trials);
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
  return sampler->ready(max_trials);
}

// The blocks that threads take in turn, until there are no more or one of them has failed.
//
// Where the run is to end, a block that takes long is left as it is. What was run of block 0 counts; what was
// run of a later one does not, nor any block behind it, so that no gap is left and another run can go on. So
// blocks are counted apart until one has been quick, and brought to the rest in their order.
class RunningTarget::Blocks {
 public:
  Blocks(RunningTarget& target, std::uint64_t trials, const std::function<void(std::uint64_t)>& on_block,
         const IsToEnd& is_to_end, const IsToEnd& is_to_pause)
      : target_(target),
        trials_(trials),
        blocks_((trials + trials_per_block - 1) / trials_per_block),
        next_(target.share_.blocks_before(target.trials_ / trials_per_block)),
        end_(target.share_.blocks_before(blocks_)),
        settled_(next_),
        is_in_order_(target.in_sequence_ || blocks_ == 1),
        is_apart_(!is_in_order_ && !target.is_quick_),
        is_quick_(target.is_quick_),
        on_block_(on_block),
        is_to_end_(is_to_end),
        is_to_pause_(is_to_pause) {}

  /// Of the whole target.
  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t left() const { return end_ - std::min<std::uint64_t>(next_, end_); }
  std::uint64_t trials_run() const { return trials_run_; }
  bool is_quick() const { return is_quick_; }

  /// On the calling thread: runs blocks as long as there are any.
  void run() {
    keep_failure([this] { run(target_.sampler_, target_.counts_, true); });
  }

  /// The same on another thread, into counts that it makes.
  void run_beside(std::unique_ptr<TallyHalves>& counts) {
    keep_failure([&] {
      std::unique_ptr<Sampler> sampler = target_.target_->make_sampler();
      {
        const std::scoped_lock lock(mutex_);
        counts = std::make_unique<TallyHalves>(target_.counts_.beside());
      }
      if (LookListener* const listener = listener_in(*sampler)) {
        listener->begin_look(0, [this] { return is_cut(); }, {});
      }
      run(sampler, *counts, false);
    });
    const std::scoped_lock lock(mutex_);
    ++threads_ended_;
    thread_ended_.notify_one();
  }

  /// Until so many other threads have ended.
  void wait_for(std::size_t threads) {
    std::unique_lock lock(mutex_);
    while (!thread_ended_.wait_for(lock, between_beats, [&] { return threads_ended_ == threads; })) {
      lock.unlock();
      keep_failure([this] { beat(); });
      lock.lock();
    }
  }

  /// On the calling thread: so many trials are there and wait to be run.
  void hear_waiting(std::uint64_t trials) {
    waiting_ = trials;
    on_block_(trials_run_ + waiting_);
  }

  /// Often on the calling thread, while blocks are run: now and then it tells how far they are, and asks
  /// whether the run is to end.
  void beat() {
    if (Clock::now() - told_ >= between_beats) tell();
  }

  /// Whether blocks are to be left as they are.
  bool is_cut() {
    if (failed_) return true;
    if (!is_ending_) return false;
    const std::scoped_lock lock(mutex_);
    // A block that was counted with the rest can't be left out, and so none before it.
    is_cut_ = is_cut_ || is_apart_ || is_in_order_;
    return is_cut_;
  }

  /// When all threads have ended: brings to the rest what is still apart and leaves no gap.
  void settle() {
    for (const auto& [own, counts] : apart_) {
      if (own < first_lost_) target_.counts_.merge(counts);
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds between_beats{100};
  // A block that takes no longer is run to its end.
  static constexpr double quick_block_seconds = 0.5;

  // What work throws is kept for rethrow, and ends the others'.
  template <class Work>
  void keep_failure(const Work& work) {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  void run(std::unique_ptr<Sampler>& sampler, TallyHalves& counts, bool by_caller) {
    const BlockShare& share = target_.share_;
    for (std::uint64_t own = next_++; own < end_ && !failed_; own = next_++) {
      const std::uint64_t block = share.index + own * share.of;
      const std::uint64_t first = std::max(block * trials_per_block, target_.trials_);
      const std::uint64_t wanted = std::min((block + 1) * trials_per_block, trials_) - first;
      std::uint64_t ran = 0;
      if (is_apart()) {
        TallyHalves apart = target_.no_counts_();
        if (!target_.recorded_) apart.expect(trials_);
        ran = run_piece(sampler, first, wanted, apart, by_caller);
        apart.settle();
        take(own, std::move(apart), ran < wanted && is_cut());
      } else {
        ran = run_piece(sampler, first, wanted, counts, by_caller);
      }
      if (by_caller) tell();
      if (ran < wanted) break;
    }
    const std::scoped_lock lock(mutex_);
    counts.settle();
  }

  // Trials of one block from `first` on, in two halves. How many were run: fewer than were to be run only
  // where the target ended, or is cut.
  std::uint64_t run_piece(std::unique_ptr<Sampler>& sampler, std::uint64_t first, std::uint64_t max_trials,
                          TallyHalves& counts, bool by_caller) {
    const Clock::time_point begin = Clock::now();
    const std::uint64_t trials = target_.make_ready(sampler, first, max_trials), half = trials / 2;
    std::uint64_t ran = run_half(*sampler, first, half, counts.first, by_caller);
    if (ran == half) ran += run_half(*sampler, first + half, trials - half, counts.second, by_caller);
    const std::chrono::duration<double> taken = Clock::now() - begin;
    if (taken.count() * trials_per_block < quick_block_seconds * static_cast<double>(ran)) go_quick();
    return ran;
  }

  std::uint64_t run_half(Sampler& sampler, std::uint64_t first, std::uint64_t trials, RunningTally& tally,
                         bool by_caller) {
    const bool is_parted = sampler.may_be_parted() && !is_quick_;
    std::uint64_t ran = 0, together = is_parted ? 1 : trials;
    while (ran < trials && !(is_parted && is_cut())) {
      together = std::min(together, trials - ran);
      const Clock::time_point begin = Clock::now();
      sampler.run(first + ran, together, tally);
      waiting_ = 0;
      ran += together;
      trials_run_ += together;
      if (Clock::now() - begin < between_beats) together *= 2;
      if (is_parted && by_caller) beat();
    }
    return ran;
  }

  bool is_apart() {
    const std::scoped_lock lock(mutex_);
    return is_apart_;
  }

  void go_quick() {
    if (is_quick_) return;
    const std::scoped_lock lock(mutex_);
    is_quick_ = true;
    if (!is_cut_) is_apart_ = false;
  }

  // Counts of a block. While all are apart, nobody else counts into those of the target.
  void take(std::uint64_t own, TallyHalves counts, bool is_part) {
    const std::scoped_lock lock(mutex_);
    const bool is_first = target_.share_.index + own == 0;
    if (is_part) first_lost_ = std::min(first_lost_, is_first ? own + 1 : own);
    apart_.emplace(own, std::move(counts));
    for (; is_apart_ && settled_ < first_lost_ && apart_.contains(settled_); ++settled_) {
      target_.counts_.merge(apart_.extract(settled_).mapped());
    }
  }

  void tell() {
    told_ = Clock::now();
    on_block_(trials_run_ + waiting_);
    if (is_to_end_ && is_to_end_()) {
      is_ending_ = true;
      next_ = end_;
    } else if (is_to_pause_ && is_to_pause_()) {
      next_ = end_;  // those that were taken are run to their ends
    }
  }

  RunningTarget& target_;
  const std::uint64_t trials_, blocks_;
  std::atomic<std::uint64_t> next_;  // of the share's own blocks
  const std::uint64_t end_;
  std::uint64_t settled_;       // the share's own blocks that are counted, from the first one on
  const bool is_in_order_;      // one after the other, and each where the last one ended
  bool is_apart_;               // blocks are counted apart
  std::atomic<bool> is_quick_;  // a block is known to be
  const std::function<void(std::uint64_t)>& on_block_;
  const IsToEnd &is_to_end_, &is_to_pause_;
  Clock::time_point told_ = Clock::now();
  std::atomic<std::uint64_t> trials_run_ = 0, waiting_ = 0;
  std::atomic<bool> is_ending_ = false, failed_ = false;
  bool is_cut_ = false;
  std::map<std::uint64_t, TallyHalves> apart_;  // by the share's own block
  std::uint64_t first_lost_ = std::numeric_limits<std::uint64_t>::max();
  std::mutex mutex_;
  std::condition_variable thread_ended_;
  std::size_t threads_ended_ = 0;
  std::exception_ptr failure_;
};

void RunningTarget::extend_to(std::uint64_t trials, int threads,
                              const std::function<void(std::uint64_t)>& on_block, const IsToEnd& is_to_end,
                              const IsToEnd& is_to_pause) {
  if (!sampler_) sampler_ = target_->make_sampler();
  const std::uint64_t counted_before = counted_trials();
  Blocks blocks(*this, trials, on_block, is_to_end, is_to_pause);
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
    listener->begin_look(
        trials - std::min(trials, trials_),
        [&] {
          blocks.beat();
          return blocks.is_cut();
        },
        [&](std::uint64_t waiting) { blocks.hear_waiting(waiting); });
  }
  // The calling thread counts right into the evidence; a table is added up only for each thread beside it,
  // and not even for those where it is too large: they count into the same one.
  std::vector<std::unique_ptr<TallyHalves>> helper_counts(helpers);
  {
    std::vector<std::jthread> helper_threads;
    try {
      for (std::unique_ptr<TallyHalves>& counts : helper_counts) {
        move_beside(helper_threads.emplace_back([&blocks, to = &counts] { blocks.run_beside(*to); }),
                    helper_threads.size() - 1);
      }
    } catch (const std::system_error&) {
      // What a system without more threads leaves to do, those that run do.
    }
    blocks.run();
    blocks.wait_for(helper_threads.size());
  }
  // It may be another sampler by now.
  if (LookListener* const listener = listener_in(*sampler_)) listener->end_look();
  is_quick_ = blocks.is_quick();
  try {
    blocks.rethrow();
  } catch (const TargetDisturbed&) {
    if (in_sequence_) trials_ += blocks.trials_run();
    throw;
  }
  blocks.settle();
  for (const auto& counts : helper_counts) {
    if (counts) counts_.merge(*counts);
  }
  const std::uint64_t counted = counted_trials() - counted_before;
  // Behind its last trial the share's next one may be far.
  trials_ = std::min(trials, share_.trial_at(share_.trials_before(trials_) + counted));
}

void on_cores(std::size_t count, const std::function<void(std::size_t)>& work) {
  constexpr std::size_t most_threads = 8;
  std::vector<std::exception_ptr> thrown(count);
  std::atomic<std::size_t> next = 0;
  const auto share = [&] {
    for (std::size_t index = next++; index < count; index = next++) {
      try {
        work(index);
      } catch (...) {
        thrown[index] = std::current_exception();
      }
    }
  };
  {
    const std::size_t threads =
        std::min({count, most_threads, static_cast<std::size_t>(std::thread::hardware_concurrency())});
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < threads) {
        move_beside(others.emplace_back(share), others.size() - 1);
      }
    } catch (const std::system_error&) {
      // What a system without more threads leaves to do, those that run do.
    }
    share();
  }
  for (const std::exception_ptr& each : thrown) {
    if (each) std::rethrow_exception(each);
  }
}

void move_beside([[maybe_unused]] std::jthread& started, [[maybe_unused]] std::size_t index) {
#ifdef __linux__
  const int own = sched_getcpu();
  cpu_set_t allowed;
  if (own < 0 || sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
  // Those above its own first, then those below it.
  std::vector<std::size_t> others;
  for (int above = 1; above < CPU_SETSIZE; ++above) {
    const auto core = static_cast<std::size_t>((own + above) % CPU_SETSIZE);
    if (CPU_ISSET(core, &allowed)) others.push_back(core);
  }
  if (others.empty()) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(others[index % others.size()], &one);
  const pthread_t thread = started.native_handle();
  if (pthread_setaffinity_np(thread, sizeof(one), &one) == 0) {
    pthread_setaffinity_np(thread, sizeof(allowed), &allowed);
  }
#endif
}

}  // namespace fairshuffle
