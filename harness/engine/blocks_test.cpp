// Which trials the engine runs, on which threads, and what it tells of them meanwhile.
#include "harness/engine/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include <doctest/doctest.h>

#include "core/record/evidence.hpp"
#include "core/record/plan.hpp"
#include "core/statistics/permutations.hpp"
#include "harness/engine/plans_for_tests.hpp"
#include "harness/targets/target.hpp"

using namespace fairshuffle;

namespace {

/// A built-in target that counts its samplers and tells of every block before it begins.
class WatchedTarget final : public Target {
 public:
  WatchedTarget(const std::string& text, std::function<void()> on_block)
      : target_(parse_target_text(text), 5, 1), on_block_(std::move(on_block)) {}

  const std::string& name() const override { return target_.name(); }
  const TargetDescription& description() const override { return target_.description(); }
  std::uint64_t identity() const override { return target_.identity(); }
  TargetFacts facts() const override { return target_.facts(); }
  std::string caveat() const override { return target_.caveat(); }
  std::unique_ptr<Sampler> make_sampler() const override {
    class Watched final : public Sampler {
     public:
      Watched(std::unique_ptr<Sampler> sampler, const std::function<void()>& on_block)
          : sampler_(std::move(sampler)), on_block_(on_block) {}
      void begin_block(std::uint64_t seed) override { sampler_->begin_block(seed); }
      std::uint64_t ready(std::uint64_t trials) override {
        on_block_();
        return sampler_->ready(trials);
      }
      void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override {
        sampler_->run(first_trial, trials, tally);
      }

     private:
      std::unique_ptr<Sampler> sampler_;
      const std::function<void()>& on_block_;
    };
    ++samplers;
    return std::make_unique<Watched>(target_.make_sampler(), on_block_);
  }

  mutable std::atomic<std::size_t> samplers = 0;

 private:
  BuiltinTarget target_;
  std::function<void()> on_block_;
};

RunPlan watched_plan(const std::string& text, std::uint64_t max_trials, int threads,
                     std::function<void()> on_block) {
  RunPlan plan = plan_for({}, max_trials, threads);
  plan.targets.push_back(std::make_unique<WatchedTarget>(text, std::move(on_block)));
  return plan;
}

std::vector<Progress> progress_of(const RunPlan& plan) {
  std::vector<Progress> told;
  run(plan, [&told](const Progress& progress) { told.push_back(progress); });
  return told;
}

}  // namespace

TEST_CASE("a clock runs on from block to block") {
  // 65,536 shuffles at a thousand a second fall into 66 seconds, each with one permutation; two of these
  // agree by chance with probability 66 * 65 / 2 / 10!, that is in 6e-4 of all clocks: this one's do not.
  RunPlan plan = plan_for(
      {"durstenfeld:n=10,source=glibc-rand,draw=modulo,seeding=per-shuffle-clock,rate=1000"}, 65'536);
  plan.fixed_trials = true;
  for (const int threads : {1, 2}) {
    plan.threads = threads;
    const auto counts = run_quietly(plan).front().evidence.permutations;
    CHECK(std::ranges::count_if(counts, [](std::uint64_t count) { return count > 0; }) == 66);
  }
}

TEST_CASE("as many threads as are asked for run blocks at the same time") {
  constexpr std::size_t threads = 3;
  std::mutex mutex;
  std::condition_variable came;
  std::set<std::thread::id> running;
  // Each block waits until as many threads have begun one.
  RunPlan plan = watched_plan("durstenfeld", threads * trials_per_block, threads, [&] {
    std::unique_lock lock(mutex);
    running.insert(std::this_thread::get_id());
    came.notify_all();
    came.wait_for(lock, std::chrono::seconds(20), [&running] { return running.size() == threads; });
  });
  plan.fixed_trials = true;
  const auto records = run_quietly(plan);
  CHECK(dynamic_cast<const WatchedTarget&>(*plan.targets[0]).samplers == threads);
  CHECK(running.size() == threads);
  CHECK(running.contains(std::this_thread::get_id()));
  CHECK(records[0].evidence.trials == threads * trials_per_block);
}

TEST_CASE("no more threads run than there are blocks, and the trials of one sequence stay on one") {
  const auto threads_of = [](const std::string& target, std::uint64_t max_trials) {
    std::mutex mutex;
    std::set<std::thread::id> running;
    RunPlan plan = watched_plan(target, max_trials, 4, [&] {
      const std::scoped_lock lock(mutex);
      running.insert(std::this_thread::get_id());
    });
    plan.fixed_trials = true;
    run_quietly(plan);
    return running;
  };
  CHECK(threads_of("durstenfeld", trials_per_block) == std::set{std::this_thread::get_id()});
  CHECK(threads_of("durstenfeld:seeding=per-run,source=mt19937", 8 * trials_per_block) ==
        std::set{std::this_thread::get_id()});
}

TEST_CASE("a target that fails keeps the trials of the looks before") {
  for (const int threads : {1, 3}) {
    std::atomic<int> blocks = 0;
    const RunPlan plan = watched_plan("durstenfeld", 1'000'000, threads, [&blocks] {
      if (++blocks > 7) throw std::runtime_error("the child died");
    });
    // Six pieces of the first block are those of the looks up to its end, and one is the second block: the
    // eighth is of the look at three.
    const auto records = run_quietly(plan);
    CHECK(records[0].evidence.error == "the child died");
    CHECK(records[0].evidence.trials == 2 * trials_per_block);
    CHECK(records[0].name == "durstenfeld:n=5");
    CHECK_FALSE(records[0].verdict.has_value());
  }
}

TEST_CASE("progress tells which target of how many runs at which look, and how far it is to go") {
  constexpr std::uint64_t block = trials_per_block, first = 2'400, most = 6 * block;
  // What is told views the names of its targets.
  const RunPlan plan = plan_for({"sattolo", "durstenfeld"}, most);
  const auto told = progress_of(plan);
  // Sattolo is decided at the first look; the other target goes on piece by piece of its first block, block
  // by block, and at last for two blocks.
  REQUIRE(told.size() == 12);
  const auto check = [&told](std::size_t index, int look, std::size_t undecided, const char* running,
                             std::uint64_t done, std::uint64_t of_look, std::uint64_t at_most) {
    CAPTURE(index);
    CHECK(told[index].targets == 2);
    CHECK(told[index].look == look);
    CHECK(told[index].undecided == undecided);
    CHECK(told[index].running == running);
    CHECK(told[index].trials_done == done);
    CHECK(told[index].trials_of_look == of_look);
    CHECK(told[index].trials_at_most == at_most);
  };
  check(0, 1, 2, "sattolo:n=5", first, 2 * first, 2 * most);
  check(1, 1, 2, "durstenfeld:n=5", 2 * first, 2 * first, 2 * most);
  check(2, 2, 1, "durstenfeld:n=5", first + 3'600, first + 3'600, first + most);
  check(6, 6, 1, "durstenfeld:n=5", first + block, first + block, first + most);
  check(7, 7, 1, "durstenfeld:n=5", first + 2 * block, first + 2 * block, first + most);
  check(10, 10, 1, "durstenfeld:n=5", first + 5 * block, first + 6 * block, first + most);
  check(11, 10, 1, "durstenfeld:n=5", first + 6 * block, first + 6 * block, first + most);
}

TEST_CASE("what the other threads ran after the last block of the calling one is done at the next look") {
  const LookSchedule schedule(64 * trials_per_block, false);
  for (const Progress& progress : progress_of(plan_for({"durstenfeld"}, 64 * trials_per_block, 3))) {
    const std::uint64_t done_before = progress.look == 1 ? 0 : schedule.trials_at(progress.look - 1);
    CHECK(progress.trials_done > done_before);
  }
}

TEST_CASE("a run that is ended early has whole blocks from the first on, the same as a shorter run") {
  const BuiltinTarget target(parse_target_text("naive-swap:n=4"), 5, 1);
  for (const int threads : {1, 4}) {
    CAPTURE(threads);
    RunningTarget ended(target, 7, permutation_counting_for(4, 1'000'000, 0.01, 0.999));
    int blocks = 0;
    ended.extend_to(
        60 * trials_per_block, threads, [&blocks](std::uint64_t) { ++blocks; },
        [&blocks] { return blocks >= 3; });
    CHECK(ended.trials() % trials_per_block == 0);
    // Where they are many, the others may have run all by the time that it is asked for.
    if (threads == 1) CHECK(ended.trials() == 3 * trials_per_block);
    RunningTarget shorter(target, 7, permutation_counting_for(4, 1'000'000, 0.01, 0.999));
    shorter.extend_to(ended.trials(), 1, [](std::uint64_t) {});
    CHECK(evidence_of(ended.counted()).permutations == evidence_of(shorter.counted()).permutations);
    CHECK(evidence_of(ended.counted()).repeats.equal == evidence_of(shorter.counted()).repeats.equal);
  }
}

TEST_CASE("a run that is ended within its first block keeps what was run of it, the same as a shorter run") {
  const BuiltinTarget target(parse_target_text("draw-insert:rounds=20000,n=5"), 5, 1);
  const auto counting = permutation_counting_for(5, 1'000'000, 0.01, 0.999);
  for (const std::uint64_t trials : {std::uint64_t{2'400}, 60 * trials_per_block}) {
    for (const int threads : {1, 3}) {
      RunningTarget ended(target, 7, counting);
      int told = 0;
      ended.extend_to(
          trials, threads, [&told](std::uint64_t) { ++told; }, ending_after(0.15, {}));
      CHECK(ended.trials() > 0);
      CHECK(ended.trials() < trials_per_block);
      CHECK(told > 0);
      RunningTarget shorter(target, 7, counting);
      shorter.extend_to(ended.trials(), 1, [](std::uint64_t) {});
      CHECK(evidence_of(ended.counted()).permutations == evidence_of(shorter.counted()).permutations);
      CHECK(evidence_of(ended.counted()).repeats.pairs == evidence_of(shorter.counted()).repeats.pairs);
    }
  }
  // Of a later block nothing counts: another run could not go on from within it.
  RunningTarget later(target, 7, counting);
  later.take_share({.index = 1, .of = 2});
  later.extend_to(
      60 * trials_per_block, 3, [](std::uint64_t) {}, ending_after(0.15, {}));
  CHECK(later.trials() <= trials_per_block);
  CHECK(evidence_of(later.counted()).trials == 0);
}

TEST_CASE("slow blocks that are done when a run is ended count, and those that are not do not") {
  class Slow final : public Target {
   public:
    const std::string& name() const override { return target_.name(); }
    const TargetDescription& description() const override { return target_.description(); }
    std::uint64_t identity() const override { return target_.identity(); }
    TargetFacts facts() const override { return target_.facts(); }
    std::string caveat() const override { return ""; }
    std::unique_ptr<Sampler> make_sampler() const override {
      class SlowSampler final : public Sampler {
       public:
        explicit SlowSampler(std::unique_ptr<Sampler> sampler) : sampler_(std::move(sampler)) {}
        void begin_block(std::uint64_t seed) override { sampler_->begin_block(seed); }
        bool may_be_parted() const override { return true; }
        std::uint64_t ready(std::uint64_t trials) override {
          std::this_thread::sleep_for(std::chrono::milliseconds(600));
          return trials;
        }
        void run(std::uint64_t first, std::uint64_t trials, RunningTally& tally) override {
          sampler_->run(first, trials, tally);
        }

       private:
        std::unique_ptr<Sampler> sampler_;
      };
      return std::make_unique<SlowSampler>(target_.make_sampler());
    }

   private:
    BuiltinTarget target_{parse_target_text("naive-swap:n=4"), 5, 1};
  };
  const Slow target;
  const auto counting = permutation_counting_for(4, 1'000'000, 0.01, 0.999);
  RunningTarget ended(target, 7, counting);
  std::uint64_t run = 0;
  ended.extend_to(
      12 * trials_per_block, 3, [&run](std::uint64_t trials) { run = trials; },
      [&run] { return run >= 3 * trials_per_block; });
  CHECK(ended.trials() < 9 * trials_per_block);
  if (ended.trials() > trials_per_block) CHECK(ended.trials() % trials_per_block == 0);
  const BuiltinTarget same(parse_target_text("naive-swap:n=4"), 5, 1);
  RunningTarget shorter(same, 7, counting);
  shorter.extend_to(ended.trials(), 1, [](std::uint64_t) {});
  CHECK(evidence_of(ended.counted()).permutations == evidence_of(shorter.counted()).permutations);
  CHECK(evidence_of(ended.counted()).repeats.equal == evidence_of(shorter.counted()).repeats.equal);
  // Those that are begun are run to their ends where the run only pauses.
  RunningTarget paused(target, 7, counting);
  paused.extend_to(
      12 * trials_per_block, 3, [](std::uint64_t) {}, {}, [] { return true; });
  CHECK(paused.trials() % trials_per_block == 0);
  CHECK(paused.trials() >= trials_per_block);
  CHECK(paused.trials() < 12 * trials_per_block);
}

TEST_CASE("a block at whose beginning a target is disturbed is run again, by another sampler") {
  constexpr std::uint64_t trials = 5 * trials_per_block;
  RunPlan calm = watched_plan("naive-swap:n=6", trials, 1, [] {});
  calm.fixed_trials = true;
  const TargetRecord undisturbed = run_quietly(calm).front();
  for (const int threads : {1, 2}) {
    std::atomic<int> blocks = 0;
    RunPlan plan = watched_plan("naive-swap:n=6", trials, threads, [&blocks] {
      if (++blocks == 3) throw TargetDisturbed("somebody killed it");
    });
    plan.fixed_trials = true;
    check_same(run_quietly(plan).front(), undisturbed);
    CHECK(blocks == 6);
    CHECK(dynamic_cast<const WatchedTarget&>(*plan.targets[0]).samplers ==
          static_cast<std::size_t>(threads) + 1);
  }
  // A piece of the first one, too.
  const TargetRecord watched = run_quietly(watched_plan("durstenfeld:n=6", 100'000, 1, [] {})).front();
  for (const int disturbed : {1, 2, 3}) {
    CAPTURE(disturbed);
    int pieces = 0;
    const RunPlan plan = watched_plan("durstenfeld:n=6", 100'000, 1, [&] {
      if (++pieces == disturbed) throw TargetDisturbed("somebody killed it");
    });
    check_same(run_quietly(plan).front(), watched);
    CHECK(dynamic_cast<const WatchedTarget&>(*plan.targets[0]).samplers == 2);
  }
  // But not for ever.
  RunPlan plan =
      watched_plan("naive-swap:n=6", trials, 2, [] { throw TargetDisturbed("somebody killed it"); });
  const TargetRecord failed = run_quietly(plan).front();
  CHECK_FALSE(failed.verdict);
  CHECK(failed.evidence.error == "somebody killed it");
}

TEST_CASE(
    "a target that is disturbed again and again ends a run of which there are counts, and fails in others") {
  struct Keeper final : RunKeeper {
    explicit Keeper(bool has) : has_counts_(has) {}
    bool is_due() override { return false; }
    void keep(const KeptRun&) override {}
    bool has_counts() const override { return has_counts_; }
    bool has_counts_;
  };
  for (const bool in_sequence : {false, true}) {
    for (const bool has_counts : {false, true}) {
      Keeper keeper(has_counts);
      RunPlan plan = watched_plan(in_sequence ? "durstenfeld:n=5,seeding=per-run" : "durstenfeld:n=5",
                                  1'000'000, 2, [] { throw TargetDisturbed("somebody killed it"); });
      plan.keeper = &keeper;
      if (has_counts && !in_sequence) {
        const RunResult result = run_to_end(plan, [](const Progress&) {});
        REQUIRE(result.not_judged.has_value());
        CHECK(result.not_judged->why == NotJudged::Why::disturbed);
        CHECK(result.not_judged->sentence == "durstenfeld:n=5: somebody killed it");
        CHECK(result.targets.empty());
      } else {
        CHECK(run_quietly(plan).front().evidence.error == "somebody killed it");
      }
    }
  }
}

TEST_CASE("what is in sequence and disturbed in a run that is to end is judged by what it gave before") {
  for (const bool ends : {true, false}) {
    int blocks = 0;
    RunPlan plan = watched_plan("durstenfeld:n=5,seeding=per-run", 1'000'000, 1, [&blocks] {
      if (++blocks == 4) throw TargetDisturbed("somebody killed it");
    });
    plan.fixed_trials = true;
    if (ends) plan.is_to_end = [&blocks] { return blocks == 4; };
    const TargetRecord record = run_quietly(plan).front();
    CHECK(record.verdict.has_value() == ends);
    CHECK(record.evidence.ended_early == ends);
    CHECK(record.evidence.error == (ends ? "" : "somebody killed it"));
    CHECK(record.evidence.trials == 3 * trials_per_block);
  }
}
