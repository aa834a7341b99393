#include "harness/engine/shard.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

namespace fairshuffle {

namespace {

constexpr std::size_t longest_error = 64 * 1024;

}  // namespace

void write_part(CountsWriter& writer, const ShardPart& part) {
  writer.number(part.ended_early ? 1 : 0);
  writer.text(part.error.substr(0, longest_error));
}

ShardPart read_part(CountsReader& reader) {
  const bool ended_early = reader.number(1) == 1;
  return {.error = reader.text(longest_error), .ended_early = ended_early};
}

ShardTargets::ShardTargets(const RunPlan& plan, BlockShare shard,
                           const std::function<void(const Progress&)>& on_progress, IsToEnd is_to_end)
    : plan_(plan),
      on_progress_(on_progress),
      is_to_end_(std::move(is_to_end)),
      schedule_(plan.most_trials, plan.fixed_trials) {
  const Plan data = plan_data(plan);
  targets_.resize(data.targets.size());
  for (std::size_t index = 0; index < targets_.size(); ++index) {
    if (plan.start && plan.start->decided[index]) continue;
    const bool in_sequence = data.targets[index].facts.in_sequence;
    if (in_sequence && shard_of(index, shard.of) != shard.index) continue;
    targets_[index] = std::make_unique<RunningTarget>(running_target(plan, data, index));
    if (!in_sequence) targets_[index]->take_share(shard);
    ++progress_.undecided;
  }
  progress_.targets = targets_.size();
}

ShardTargets::Counted ShardTargets::count(const AskedTrials& asked) {
  ShardPart part;
  RunningTarget& target = *targets_[asked.target];
  if (target.trials() == 0) target.begin_at(asked.from);
  progress_.look = asked.look;
  progress_.running = plan_.targets[asked.target]->name();
  try {
    // What begins again runs in the pieces of all looks before.
    for (int piece = 1; piece <= asked.look && !part.ended_early; ++piece) {
      const std::uint64_t trials = std::min(schedule_.trials_at(piece), asked.to);
      if (target.trials() >= trials) continue;
      extend_to(target, trials);
      part.ended_early = target.trials() < trials;
    }
  } catch (const std::exception& error) {
    part.error = error.what();
  }
  if (is_to_end_ && is_to_end_()) throw EndedShard();
  Counted counted{std::move(part), target.take_counts()};
  if (counted.part.ended_early || !counted.part.error.empty()) {
    targets_[asked.target].reset();
    --progress_.undecided;
  }
  return counted;
}

void ShardTargets::extend_to(RunningTarget& target, std::uint64_t trials) {
  const std::uint64_t done_before = progress_.trials_done;
  const auto on_block = [&](std::uint64_t trials_run) {
    progress_.trials_done = done_before + trials_run;
    on_progress_(progress_);
  };
  target.extend_to(trials, plan_.threads, on_block, is_to_end_);
}

void run_shard(const RunPlan& plan, BlockShare shard, const TakePart& take,
               const std::function<void(const Progress&)>& on_progress) {
  const LookSchedule schedule(plan.most_trials, plan.fixed_trials);
  ShardTargets targets(plan, shard, on_progress, plan.is_to_end);
  std::vector<std::uint64_t> trials(plan.targets.size());
  for (std::size_t index = 0; plan.start && index < trials.size(); ++index) {
    if (!targets.runs(index)) continue;
    if (std::optional<CountsReader> counts = plan.start->counts(index)) trials[index] = counts->number();
  }
  for (int look = plan.start ? plan.start->look : 1;; ++look) {
    for (std::size_t index = 0; index < trials.size(); ++index) {
      if (!targets.runs(index)) continue;
      const AskedTrials asked{
          .look = look, .target = index, .from = trials[index], .to = schedule.trials_at(look)};
      const ShardTargets::Counted counted = targets.count(asked);
      trials[index] = asked.to;
      take(look, index, counted.part, counted.counts);
    }
    if (look == plan.last_look || schedule.is_last(look)) return;
  }
}

}  // namespace fairshuffle
