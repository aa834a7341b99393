#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "harness/engine/run.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t longest_error = 64 * 1024;

bool is_run_by(const RunPlan& plan, BlockShare shard, std::size_t target) {
  if (plan.start && plan.start->decided[target]) return false;
  return !plan.targets[target]->facts().in_sequence || shard_of(target, shard.of) == shard.index;
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

ShardPart add_parts(RunningTarget& target, const AskedTrials& asked, std::span<const ShardPart> told,
                    std::span<CountsReader> counts, const Waiting& waiting) {
  const std::uint64_t from = target.trials();
  target.add_counted(asked.to, counts);
  ShardPart sum{.ran = target.trials() - from};
  waiting.on_trials(sum.ran);
  for (const ShardPart& part : told) {
    sum.ended_early = sum.ended_early || part.ended_early;
    if (part.error.empty()) continue;
    ShardPart failed = part;
    // As count_here has it: what is disturbed keeps the trials that it gave.
    failed.failed_at = part.disturbed && target.in_sequence() ? target.trials() : from;
    return failed;
  }
  const bool has_all = target.trials() == asked.to;
  if (!has_all && !sum.ended_early) throw CodedCountsError("lack trials of " + target.name());
  sum.ended_early = !has_all;
  return sum;
}

ShardPart count_here(const RunPlan& plan, RunningTarget& target, const AskedTrials& asked,
                     const Waiting& waiting) {
  const LookSchedule schedule(plan);
  const auto is_to_end = [&waiting] { return waiting.is_to_end && waiting.is_to_end(); };
  bool pauses = false;
  const IsToEnd is_to_pause = [&] {
    pauses = pauses || (waiting.is_to_pause && waiting.is_to_pause());
    return pauses;
  };
  const auto failed = [&](std::string error, bool disturbed = false) {
    return ShardPart{.error = std::move(error),
                     .disturbed = disturbed,
                     .ran_before = target.trials() < std::max(asked.from, asked.had),
                     .failed_at = target.trials()};
  };
  ShardPart part;
  try {
    // What begins again runs in the pieces of all looks before: they decide which half of the trials one is
    // in. What is recorded is looked at once, and whole.
    for (int piece = target.is_recorded() ? asked.look : 1; piece <= asked.look; ++piece) {
      const std::uint64_t to =
          target.is_recorded() ? asked.to : std::min(schedule.trials_at(piece), asked.to);
      if (target.trials() >= to) continue;
      if (pauses || is_to_end()) break;
      const std::uint64_t before = target.own_trials();
      target.extend_to(
          to, plan.threads, [&](std::uint64_t trials) { waiting.on_trials(part.ran + trials); },
          waiting.is_to_end, is_to_pause);
      part.ran += target.own_trials() - before;
      if (target.trials() < to) break;
    }
    const bool has_all = target.trials() >= asked.to;
    part.unread = target.is_recorded() && has_all && target.has_more();
    if (!has_all && !target.is_recorded() && !is_to_end()) (pauses ? part.paused : part.ended_early) = true;
  } catch (const TargetDisturbed& error) {
    part = failed(error.what(), true);
  } catch (const std::bad_alloc&) {
    part =
        failed("there is not enough memory for its counters; take a smaller deck, fewer threads or --slots");
    part.ran_before = false;
  } catch (const std::exception& error) {
    part = failed(error.what());
  }
  return part;
}

ShardPart end_here(RunningTarget& target, bool goes_on) {
  try {
    goes_on ? target.check() : target.finish();
  } catch (const TargetDisturbed& error) {
    return {.error = error.what(), .disturbed = true};
  } catch (const std::exception& error) {
    return {.error = error.what()};
  }
  return {};
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
  const LookSchedule schedule(plan);
  return plan.start && plan.start->look > 1 ? schedule.trials_at(plan.start->look - 1) : 0;
}

std::uint64_t trials_of_shard(const RunPlan& plan, BlockShare shard, std::span<const std::uint64_t> from) {
  const LookSchedule schedule(plan);
  const std::uint64_t to = plan.last_look ? schedule.trials_at(*plan.last_look) : plan.max_trials;
  std::uint64_t trials = 0;
  for (std::size_t index = 0; index < from.size(); ++index) {
    if (!is_run_by(plan, shard, index)) continue;
    trials += plan.targets[index]->facts().in_sequence
                  ? to - from[index]
                  : shard.trials_before(to) - shard.trials_before(from[index]);
  }
  return trials;
}

ShardTargets::ShardTargets(const RunPlan& plan, BlockShare shard) : plan_(plan) {
  const Plan data = plan_data(plan);
  targets_.resize(data.targets.size());
  for (std::size_t index = 0; index < targets_.size(); ++index) {
    if (!is_run_by(plan, shard, index)) continue;
    targets_[index] = std::make_unique<RunningTarget>(running_target(plan, data, index));
    if (!in_sequence(index)) targets_[index]->take_share(shard);
  }
}

std::size_t ShardTargets::left() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(targets_, [](const auto& target) { return target != nullptr; }));
}

bool ShardTargets::is_within_first_block() const {
  return std::ranges::any_of(targets_, [](const auto& target) {
    return target && !target->in_sequence() && target->trials() != 0 && target->trials() < trials_per_block;
  });
}

ShardPart ShardTargets::extend(const AskedTrials& asked, const Waiting& waiting) {
  RunningTarget& target = *targets_[asked.target];
  if (target.trials() < asked.from && !target.in_sequence()) target.begin_at(asked.from);
  if (target.trials() < asked.from) {
    // It runs again from its beginning, and those trials are counted already.
    AskedTrials again = asked;
    again.to = asked.from;
    ShardPart part = count_here(plan_, target, again, waiting);
    part.ran = 0;
    if (part.ended_early) {
      part = {.error = fmt::format("it ended after {} trials, and when it was run before it had {}",
                                   target.trials(), asked.from)};
    }
    if (target.trials() < asked.from) return part;
    target.take_counts();
  }
  return count_here(plan_, target, asked, waiting);
}

const RunningTarget* ShardTargets::part_of(const AskedTrials& asked) const {
  const RunningTarget& target = *targets_[asked.target];
  return !target.in_sequence() && target.trials() > asked.from ? &target : nullptr;
}

ShardTargets::Counted ShardTargets::taken(const AskedTrials& asked, ShardPart part) {
  RunningTarget& target = *targets_[asked.target];
  // These are counted already.
  if (target.trials() < asked.from) target.take_counts();
  Counted counted{std::move(part), target.take_counts()};
  if (counted.part.ended_early || !counted.part.error.empty()) targets_[asked.target].reset();
  return counted;
}

ShardPart ShardTargets::part_at_end(std::size_t target, bool goes_on) {
  if (!runs(target) || !in_sequence(target)) return {};
  ShardPart part = end_here(*targets_[target], goes_on);
  if (!goes_on) targets_[target].reset();
  return part;
}

void ShardTargets::go_on(ShardStart& start, const AskedTrials& asked) {
  for (std::size_t index = 0; index < targets_.size(); ++index) {
    if (start.is_over[index]) targets_[index].reset();
  }
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

std::optional<NotJudged> run_shard(const RunPlan& plan, BlockShare shard, std::vector<std::uint64_t> from,
                                   const TakePart& take,
                                   const std::function<void(const Progress&)>& on_progress,
                                   ShardStart* start) {
  const LookSchedule schedule(plan);
  const int first_look = plan.start ? plan.start->look : 1;
  ShardTargets targets(plan, shard);
  Progress progress;
  progress.targets = from.size();
  progress.trials_at_most = trials_of_shard(plan, shard, from);
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
  if (start != nullptr) {
    targets.go_on(*start, asked_at(begun_look, begun_target));
    progress.trials_done = progress.trials_before = start->trials;
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begun = Clock::now();
  const auto is_due = [&plan] { return plan.keeper != nullptr && plan.keeper->is_due(); };
  const auto keep = [&](const AskedTrials& asked, const RunningTarget* counts) {
    // Nothing goes on from within the first block, which takes no time.
    if (plan.keeper == nullptr || targets.is_within_first_block()) return;
    KeptRun kept{.look = asked.look,
                 .target = asked.target,
                 .trials = progress.trials_done - progress.trials_before,
                 .trials_before = progress.trials_before,
                 .targets = std::vector<KeptRun::KeptTarget>(from.size())};
    kept.targets[asked.target].counts = counts;
    plan.keeper->keep(kept);
  };
  std::optional<NotJudged> why_not;
  // Nothing where the shard ends, and why not.
  const auto count = [&](const AskedTrials& asked, bool in_sequence) -> std::optional<ShardTargets::Counted> {
    progress.look = asked.look;
    progress.undecided = targets.left();
    progress.running = plan.targets[asked.target].called();
    const std::uint64_t done_before = progress.trials_done;
    ShardPart part;
    do {
      const std::uint64_t done = progress.trials_done;
      const Waiting waiting{.on_trials =
                                [&](std::uint64_t trials) {
                                  progress.trials_done = done + trials;
                                  const std::chrono::duration<double> passed = Clock::now() - begun;
                                  progress.seconds_counting = passed.count();
                                  on_progress(progress);
                                },
                            .is_to_end = plan.is_to_end,
                            .is_to_pause = in_sequence ? IsToEnd() : is_due};
      part = targets.extend(asked, waiting);
      progress.trials_done = part.error.empty() ? done + part.ran : done_before;
      if (part.paused) keep(asked, targets.part_of(asked));
    } while (part.paused);
    if (part.disturbed) comes_true(plan.is_to_end);  // what ended it may be about to end the run
    if (plan.is_to_end && plan.is_to_end()) {
      const RunningTarget* const counts = part.error.empty() ? targets.part_of(asked) : nullptr;
      if (counts == nullptr) progress.trials_done = done_before;
      keep(asked, counts);
      why_not.emplace();
      return std::nullopt;
    }
    if (plan.keeper != nullptr && is_for_another_run(part, in_sequence)) {
      why_not = NotJudged{.why = NotJudged::Why::disturbed,
                          .sentence = fmt::format("{}: {}", progress.running, part.error)};
      return std::nullopt;
    }
    return targets.taken(asked, std::move(part));
  };
  for (int look = begun_look;; ++look) {
    const bool is_last = look == plan.last_look || schedule.is_last(look);
    for (std::size_t index = look == begun_look ? begun_target : 0; index < from.size(); ++index) {
      if (!targets.runs(index)) continue;
      const AskedTrials asked = asked_at(look, index);
      // Not as it went on.
      if (progress.trials_done > progress.trials_before && is_due()) keep(asked, nullptr);
      std::optional<ShardTargets::Counted> counted = count(asked, plan.targets[index]->facts().in_sequence);
      if (!counted) return why_not;
      counted->part.fault_at_end = targets.part_at_end(index, !is_last).error;
      from[index] = asked.to;
      take(look, index, counted->part, counted->counts);
    }
    if (is_last) return std::nullopt;
  }
}

}  // namespace fairshuffle
