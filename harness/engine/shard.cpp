#include "harness/engine/shard.hpp"

#include <exception>
#include <memory>
#include <utility>

#include "core/record/looks.hpp"

namespace fairshuffle {

namespace {

class ShardRun {
 public:
  ShardRun(const RunPlan& plan, BlockShare shard, const TakePart& take,
           const std::function<void(const Progress&)>& on_progress)
      : plan_(plan),
        shard_(shard),
        take_(take),
        on_progress_(on_progress),
        schedule_(plan.most_trials, plan.fixed_trials) {
    const Plan data = plan_data(plan);
    targets_.resize(data.targets.size());
    for (std::size_t index = 0; index < targets_.size(); ++index) {
      if (plan.start && plan.start->decided[index]) continue;
      const bool in_sequence = data.targets[index].facts.in_sequence;
      if (in_sequence && shard_of(index, shard.of) != shard.index) continue;
      targets_[index] = std::make_unique<RunningTarget>(running_target(plan, data, index));
      if (!in_sequence) targets_[index]->take_share(shard);
      if (plan.start) begin_where_it_stands(index);
      ++progress_.undecided;
    }
    progress_.targets = targets_.size();
  }

  void run() {
    const int first = plan_.start ? plan_.start->look : 1;
    for (int look = first;; ++look) {
      progress_.look = look;
      for (std::size_t index = 0; index < targets_.size(); ++index) {
        if (targets_[index]) extend(index, look);
      }
      if (look == plan_.last_look || schedule_.is_last(look)) return;
    }
  }

 private:
  void begin_where_it_stands(std::size_t index) {
    if (std::optional<CountsReader> counts = plan_.start->counts(index))
      targets_[index]->begin_at(counts->number());
  }

  void extend(std::size_t index, int look) {
    ShardPart part;
    RunningTarget& target = *targets_[index];
    progress_.running = plan_.targets[index]->name();
    try {
      // What begins again runs in the pieces of all looks before.
      for (int piece = 1; piece <= look && !part.ended_early; ++piece) {
        const std::uint64_t trials = schedule_.trials_at(piece);
        if (target.trials() >= trials) continue;
        extend_to(target, trials);
        part.ended_early = target.trials() < trials;
      }
    } catch (const std::exception& error) {
      part.error = error.what();
    }
    if (plan_.is_to_end && plan_.is_to_end()) throw EndedShard();
    take_(look, index, part, target.take_counts());
    if (part.ended_early || !part.error.empty()) {
      targets_[index].reset();
      --progress_.undecided;
    }
  }

  void extend_to(RunningTarget& target, std::uint64_t trials) {
    const std::uint64_t done_before = progress_.trials_done;
    const auto on_block = [&](std::uint64_t trials_run) {
      progress_.trials_done = done_before + trials_run;
      on_progress_(progress_);
    };
    target.extend_to(trials, plan_.threads, on_block, plan_.is_to_end);
  }

  const RunPlan& plan_;
  const BlockShare shard_;
  const TakePart& take_;
  const std::function<void(const Progress&)>& on_progress_;
  const LookSchedule schedule_;
  std::vector<std::unique_ptr<RunningTarget>> targets_;  // null where it is not run, or no more
  Progress progress_;
};

}  // namespace

void run_shard(const RunPlan& plan, BlockShare shard, const TakePart& take,
               const std::function<void(const Progress&)>& on_progress) {
  ShardRun(plan, shard, take, on_progress).run();
}

}  // namespace fairshuffle
