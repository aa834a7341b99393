#include "harness/engine/shard.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t longest_error = 64 * 1024;

bool is_run_by(const RunPlan& plan, BlockShare shard, std::size_t target) {
  if (plan.start && plan.start->decided[target]) return false;
  return !plan.targets[target]->facts().in_sequence || shard_of(target, shard.of) == shard.index;
}

std::uint64_t trials_between(const RunPlan& plan, BlockShare shard, std::size_t target, std::uint64_t from,
                             std::uint64_t to) {
  if (plan.targets[target]->facts().in_sequence) return to - from;
  return shard.trials_before(to) - shard.trials_before(from);
}

}  // namespace

void write_part(CountsWriter& writer, const ShardPart& part) {
  writer.number(part.ended_early ? 1 : 0);
  writer.number(part.disturbed ? 1 : 0);
  writer.number(part.ran_before ? 1 : 0);
  writer.text(part.error.substr(0, longest_error));
  writer.text(part.fault_at_end.substr(0, longest_error));
}

ShardPart read_part(CountsReader& reader) {
  ShardPart part;
  part.ended_early = reader.number(1) == 1;
  part.disturbed = reader.number(1) == 1;
  part.ran_before = reader.number(1) == 1;
  part.error = reader.text(longest_error);
  part.fault_at_end = reader.text(longest_error);
  return part;
}

std::vector<std::uint64_t> trials_at_start(const RunPlan& plan) {
  std::vector<std::uint64_t> trials(plan.targets.size());
  for (std::size_t index = 0; plan.start && index < trials.size(); ++index) {
    if (plan.start->decided[index]) continue;
    if (std::optional<CountsReader> counts = plan.start->counts(index)) trials[index] = counts->number();
  }
  return trials;
}

std::uint64_t trials_had_before(const RunPlan& plan) {
  const LookSchedule schedule(plan.most_trials, plan.fixed_trials);
  return plan.start && plan.start->look > 1 ? schedule.trials_at(plan.start->look - 1) : 0;
}

std::uint64_t trials_of_shard(const RunPlan& plan, BlockShare shard, std::span<const std::uint64_t> from) {
  const LookSchedule schedule(plan.most_trials, plan.fixed_trials);
  const std::uint64_t to = plan.last_look ? schedule.trials_at(*plan.last_look) : plan.most_trials;
  std::uint64_t trials = 0;
  for (std::size_t index = 0; index < from.size(); ++index) {
    if (is_run_by(plan, shard, index)) trials += trials_between(plan, shard, index, from[index], to);
  }
  return trials;
}

ShardTargets::ShardTargets(const RunPlan& plan, BlockShare shard,
                           const std::function<void(const Progress&)>& on_progress, IsToEnd is_to_end,
                           ShardKeeper* keeper)
    : plan_(plan),
      shard_(shard),
      on_progress_(on_progress),
      is_to_end_(std::move(is_to_end)),
      keeper_(keeper),
      schedule_(plan.most_trials, plan.fixed_trials) {
  const Plan data = plan_data(plan);
  targets_.resize(data.targets.size());
  for (std::size_t index = 0; index < targets_.size(); ++index) {
    if (!is_run_by(plan, shard, index)) continue;
    targets_[index] = std::make_unique<RunningTarget>(running_target(plan, data, index));
    if (!in_sequence(index)) targets_[index]->take_share(shard);
    ++progress_.undecided;
  }
  progress_.targets = targets_.size();
}

ShardTargets::Counted ShardTargets::count(const AskedTrials& asked) {
  ShardPart part;
  RunningTarget& target = *targets_[asked.target];
  progress_.look = asked.look;
  progress_.running = plan_.targets[asked.target]->name();
  const std::uint64_t done_before = progress_.trials_done;
  try {
    if (target.trials() == 0 && asked.from > 0) {
      if (in_sequence(asked.target)) {
        catch_up(asked);
      } else {
        target.begin_at(asked.from);
      }
    }
    part.ended_early = !is_to_end() && !extend_to(asked, asked.to);
  } catch (const TargetDisturbed& error) {
    part = {.error = error.what(), .disturbed = true, .ran_before = target.trials() < trials_had(asked)};
    comes_true(is_to_end_);  // what ended it may be about to end the run
  } catch (const TargetError& error) {
    part = {.error = error.what(), .ran_before = target.trials() < trials_had(asked)};
  } catch (const std::exception& error) {
    part.error = error.what();
  }
  if (!part.error.empty()) progress_.trials_done = done_before;
  if (is_to_end()) {
    const RunningTarget* const counts = part.error.empty() ? part_of(asked) : nullptr;
    if (counts == nullptr) progress_.trials_done = done_before;
    keep(asked.look, asked.target, counts);
    throw EndedShard();
  }
  if (keeper_ != nullptr && is_for_another_run(part, in_sequence(asked.target))) {
    throw TargetDisturbed(fmt::format("{}: {}", progress_.running, part.error));
  }
  // These are counted already.
  if (target.trials() < asked.from) target.take_counts();
  Counted counted{std::move(part), target.take_counts()};
  if (counted.part.ended_early || !counted.part.error.empty()) {
    targets_[asked.target].reset();
    --progress_.undecided;
  }
  return counted;
}

ShardPart ShardTargets::part_at_end(std::size_t target, bool goes_on) {
  ShardPart part;
  if (!runs(target) || !in_sequence(target)) return part;
  try {
    if (goes_on) {
      targets_[target]->check();
    } else {
      targets_[target]->finish();
    }
  } catch (const TargetDisturbed& error) {
    part = {.error = error.what(), .disturbed = true};
  } catch (const std::exception& error) {
    part.error = error.what();
  }
  if (!goes_on) {
    targets_[target].reset();
    --progress_.undecided;
  }
  return part;
}

void ShardTargets::go_on(ShardStart& start, const AskedTrials& asked) {
  for (std::size_t index = 0; index < targets_.size(); ++index) {
    if (!runs(index) || !start.is_over[index]) continue;
    targets_[index].reset();
    --progress_.undecided;
  }
  progress_.trials_done = progress_.trials_before = start.trials;
  if (!start.counts) return;
  if (!runs(asked.target) || in_sequence(asked.target)) {
    throw CodedCountsError("are of a target that has none of its own");
  }
  RunningTarget& target = *targets_[asked.target];
  target.begin_at(asked.from);
  target.go_on_in_share(*start.counts);
  const std::uint64_t trials = target.trials();
  if (trials > asked.to || (trials < asked.to && trials % trials_per_block != 0)) {
    throw CodedCountsError("end within a block");
  }
}

void ShardTargets::catch_up(const AskedTrials& asked) {
  RunningTarget& target = *targets_[asked.target];
  const std::uint64_t done_before = progress_.trials_done;
  if (!extend_to(asked, asked.from) && !is_to_end()) {
    throw std::runtime_error(fmt::format("it ended after {} trials, and when it was run before it had {}",
                                         target.trials(), asked.from));
  }
  target.take_counts();
  progress_.trials_done = done_before;
}

std::uint64_t ShardTargets::trials_had(const AskedTrials& asked) const {
  return in_sequence(asked.target) ? std::max(asked.from, asked.had) : 0;
}

bool ShardTargets::extend_to(const AskedTrials& asked, std::uint64_t trials) {
  RunningTarget& target = *targets_[asked.target];
  // What begins again runs in the pieces of all looks before.
  for (int piece = 1; piece <= asked.look; ++piece) {
    const std::uint64_t of_piece = std::min(schedule_.trials_at(piece), trials);
    if (target.trials() >= of_piece) continue;
    extend_piece(asked, of_piece);
    if (target.trials() < of_piece) return false;
  }
  return true;
}

void ShardTargets::extend_piece(const AskedTrials& asked, std::uint64_t trials) {
  RunningTarget& target = *targets_[asked.target];
  const bool may_pause = keeper_ != nullptr && !in_sequence(asked.target);
  for (bool pauses = true; pauses;) {
    pauses = false;
    const std::uint64_t done_before = progress_.trials_done, from = target.trials();
    const auto on_block = [&](std::uint64_t trials_run) {
      progress_.trials_done = done_before + trials_run;
      on_progress_(progress_);
    };
    target.extend_to(trials, plan_.threads, on_block, [&] {
      pauses = pauses || (may_pause && keeper_->is_due());
      return pauses || is_to_end();
    });
    // The other threads may have run on after the last block of this one.
    progress_.trials_done = done_before + trials_between(plan_, shard_, asked.target, from, target.trials());
    pauses = pauses && target.trials() < trials && !is_to_end();
    if (pauses) keep(asked.look, asked.target, part_of(asked));
  }
}

const RunningTarget* ShardTargets::part_of(const AskedTrials& asked) const {
  const RunningTarget& target = *targets_[asked.target];
  return !in_sequence(asked.target) && target.trials() > asked.from ? &target : nullptr;
}

void ShardTargets::keep(int look, std::size_t target, const RunningTarget* counts) {
  if (keeper_ == nullptr) return;
  // Nothing goes on from within the first block, which takes no time.
  for (std::size_t index = 0; index < targets_.size(); ++index) {
    const std::uint64_t trials = runs(index) && !in_sequence(index) ? targets_[index]->trials() : 0;
    if (trials != 0 && trials < trials_per_block) return;
  }
  keeper_->keep({.look = look,
                 .target = target,
                 .counts = counts,
                 .trials = progress_.trials_done,
                 .trials_before = progress_.trials_before});
}

void ShardTargets::keep_before(int look, std::size_t target) {
  const bool has_run = progress_.trials_done > progress_.trials_before;
  if (keeper_ != nullptr && has_run && keeper_->is_due()) keep(look, target, nullptr);
}

void run_shard(const RunPlan& plan, BlockShare shard, std::vector<std::uint64_t> from, const TakePart& take,
               const std::function<void(const Progress&)>& on_progress, ShardKeeper* keeper,
               ShardStart* start) {
  const LookSchedule schedule(plan.most_trials, plan.fixed_trials);
  const int first_look = plan.start ? plan.start->look : 1;
  ShardTargets targets(plan, shard, on_progress, plan.is_to_end, keeper);
  targets.expect(trials_of_shard(plan, shard, from));
  const int begun_look = start == nullptr ? first_look : start->look;
  const std::size_t begun_target = start == nullptr ? 0 : start->target;
  for (std::size_t index = 0; index < from.size(); ++index) {
    const int counted_look = index < begun_target ? begun_look : begun_look - 1;
    if (counted_look >= first_look) from[index] = schedule.trials_at(counted_look);
  }
  const auto asked_at = [&](int look, std::size_t target) {
    return AskedTrials{.look = look,
                       .target = target,
                       .from = from[target],
                       .to = schedule.trials_at(look),
                       .had = trials_had_before(plan)};
  };
  if (start != nullptr) targets.go_on(*start, asked_at(begun_look, begun_target));
  for (int look = begun_look;; ++look) {
    const bool is_last = look == plan.last_look || schedule.is_last(look);
    for (std::size_t index = look == begun_look ? begun_target : 0; index < from.size(); ++index) {
      if (!targets.runs(index)) continue;
      targets.keep_before(look, index);
      const AskedTrials asked = asked_at(look, index);
      ShardTargets::Counted counted = targets.count(asked);
      counted.part.fault_at_end = targets.part_at_end(index, !is_last).error;
      from[index] = asked.to;
      take(look, index, counted.part, counted.counts);
    }
    if (is_last) return;
  }
}

}  // namespace fairshuffle
