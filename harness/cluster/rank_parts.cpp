#include "harness/cluster/rank_parts.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "harness/cluster/memory_file.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/input_error.hpp"
#include "harness/target/target_error.hpp"
#include "reports/json_report.hpp"

namespace fairshuffle {

namespace {

using Clock = std::chrono::steady_clock;

// Long beside a message and short beside the patience of who ends the run; where counts are many, so long
// that adding them up takes a small share of it.
constexpr double shortest_stretch = 2, longest_stretch = 60;
constexpr double stretches_of_adding = 50;
constexpr double most_growth = 64;

double passed(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

BlockShare share_of(const Ranks& ranks) {
  return {.index = static_cast<std::uint64_t>(ranks.rank()), .of = static_cast<std::uint64_t>(ranks.size())};
}

// Null where this rank does not run the target.
std::unique_ptr<ShardTargets::Counted> counted(ShardTargets& targets, const AskedTrials& asked) {
  if (!targets.runs(asked.target)) return nullptr;
  return std::make_unique<ShardTargets::Counted>(targets.count(asked));
}

// Of this rank or of one below it: one alone runs it.
ShardPart finished(Ranks& ranks, ShardTargets& targets, std::size_t target) {
  ShardPart part = targets.part_at_end(target, false);
  for (const int below : ranks_below(ranks)) {
    const std::string answer = ranks.receive(below);
    CountsReader reader = reader_of(answer);
    const ShardPart other = read_part(reader);
    if (part.error.empty()) part = other;
  }
  return part;
}

std::string digest_of(const CertifyPlan& plan, const RunRecord& record) {
  return plan_digest(record) + contents_of(plan);
}

// The plan as this rank makes it of the report.
CertifyPlan plan_here(const RankPlan& told) {
  const MemoryFile report(told.report);
  PlanOptions options;
  options.job = report.path();
  options.threads = fmt::format("{}", told.threads);
  options.children = fmt::format("{}", told.children);
  CertifyPlan plan = plan_of(options);
  if (digest_of(plan, planned_record(plan)) != told.digest) {
    throw InputError("the targets are others than those of rank 0: files that differ, or another program");
  }
  return plan;
}

// One of the other ranks.
class ServingRank {
 public:
  explicit ServingRank(Ranks& ranks) : ranks_(ranks), above_(rank_above(ranks.rank())) {}

  void serve() {
    for (;;) {
      const std::string message = ranks_.receive(above_);
      send_below(ranks_, message);
      CountsReader reader = reader_of(message);
      switch (task_of(reader)) {
        case RankTask::end:
          return;
        case RankTask::plan:
          ranks_.send(above_, make_ready(read_plan(reader)));
          break;
        case RankTask::count:
          ranks_.send(above_, count(read_asked(reader)));
          break;
        case RankTask::finish:
          ranks_.send(above_, message_of(finished(ranks_, *targets_, reader.number())));
          break;
      }
    }
  }

 private:
  // Why this rank or one below it can't run the plan.
  std::string make_ready(const RankPlan& told) {
    std::string reason;
    try {
      plan_.emplace(plan_here(told));
      targets_.emplace(plan_->run, share_of(ranks_), on_progress_);
    } catch (const std::exception& error) {
      reason = fmt::format("rank {}: {}", ranks_.rank(), error.what());
    }
    for (const int below : ranks_below(ranks_)) {
      const std::string other = ranks_.receive(below);
      if (reason.empty()) reason = other;
    }
    return reason;
  }

  // Of this rank and those below it.
  std::string count(const AskedTrials& asked) {
    std::unique_ptr<ShardTargets::Counted> sum = counted(*targets_, asked);
    std::vector<std::string> others;
    for (const int below : ranks_below(ranks_)) others.push_back(ranks_.receive(below));
    for (std::string& other : others) {
      CountsReader reader = reader_of(other);
      if (reader.number(1) == 0) continue;
      // As it is where this rank has nothing to add.
      if (!sum && &other == &others.back()) return std::move(other);
      const ShardPart part = read_part(reader);
      if (!sum) {
        sum = nothing_of(asked.target);
      }
      sum->part.ended_early = sum->part.ended_early || part.ended_early;
      sum->part.disturbed = sum->part.disturbed || part.disturbed;
      sum->part.ran_before = sum->part.ran_before || part.ran_before;
      if (sum->part.error.empty()) sum->part.error = part.error;
      sum->counts.merge(reader);
    }
    return message_of(sum.get());
  }

  std::unique_ptr<ShardTargets::Counted> nothing_of(std::size_t target) const {
    RunningTarget none = running_target(plan_->run, plan_data(plan_->run), target);
    return std::unique_ptr<ShardTargets::Counted>(
        new ShardTargets::Counted{.part = ShardPart{}, .counts = none.take_counts()});
  }

  Ranks& ranks_;
  const int above_;
  const std::function<void(const Progress&)> on_progress_ = [](const Progress&) {};
  std::optional<CertifyPlan> plan_;
  std::optional<ShardTargets> targets_;
};

}  // namespace

RankParts::~RankParts() {
  try {
    send_below(ranks_, end_message());
  } catch (const std::exception&) {
    // Who can't be reached needs no telling.
  }
}

void RankParts::begin(CertifyPlan& plan) {
  for (const auto& target : plan.run.targets) {
    if (target->facts().recorded) {
      throw InputError(fmt::format(
          "{}: what is recorded is read by one process; run it with 'fairshuffle certify'", target->name()));
    }
  }
  RunRecord record = planned_record(plan);
  record.command = plan.command;
  send_below(ranks_, message_of(RankPlan{.report = json_report(record),
                                         .digest = digest_of(plan, record),
                                         .threads = plan.run.threads,
                                         .children = plan.children}));
  targets_.emplace(plan.run, share_of(ranks_), on_progress_);
  std::string reason;
  for (const int below : ranks_below(ranks_)) {
    const std::string other = ranks_.receive(below);
    if (reason.empty()) reason = other;
  }
  if (!reason.empty()) throw InputError(reason);
  plan.run.counted = this;
}

std::uint64_t RankParts::reach(std::size_t target, std::uint64_t from, std::uint64_t due) {
  const std::uint64_t blocks =
      from / trials_per_block + stretch_.try_emplace(target, std::uint64_t(ranks_.size())).first->second;
  return blocks < due / trials_per_block ? blocks * trials_per_block : due;
}

LookSource::Parts RankParts::parts_of(const AskedTrials& asked) {
  send_below(ranks_, message_of(asked));
  const Clock::time_point start = Clock::now();
  const std::unique_ptr<ShardTargets::Counted> own = counted(*targets_, asked);
  const double seconds = passed(start);
  const Clock::time_point end = Clock::now();
  answers_.assign(1, message_of(own.get()));
  for (const int below : ranks_below(ranks_)) answers_.push_back(ranks_.receive(below));
  const double seconds_of_adding = passed(end);

  const std::uint64_t blocks = (asked.to - asked.from) / trials_per_block;
  if (blocks > 0 && seconds > 0) {
    const double wanted =
        std::clamp(stretches_of_adding * seconds_of_adding, shortest_stretch, longest_stretch);
    const double growth = std::clamp(wanted / seconds, 1 / most_growth, most_growth);
    const auto size = static_cast<std::uint64_t>(ranks_.size());
    // A whole number for each rank.
    const auto rounds = static_cast<std::uint64_t>(growth * static_cast<double>(blocks)) / size;
    stretch_[asked.target] = std::max<std::uint64_t>(rounds, 1) * size;
  }
  Parts parts;
  for (const std::string& answer : answers_) {
    CountsReader reader = reader_of(answer);
    if (reader.number(1) == 0) continue;
    parts.told.push_back(read_part(reader));
    parts.counts.push_back(std::move(reader));
  }
  return parts;
}

void RankParts::finish(std::size_t target) {
  send_below(ranks_, finish_message(target));
  const ShardPart part = finished(ranks_, *targets_, target);
  if (part.disturbed) throw TargetDisturbed(part.error);
  if (!part.error.empty()) throw TargetError(part.error);
}

void serve_rank(Ranks& ranks) {
  ServingRank(ranks).serve();
}

}  // namespace fairshuffle
