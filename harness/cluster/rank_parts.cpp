#include "harness/cluster/rank_parts.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/counts/counts_file.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/report/report_input.hpp"
#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"
#include "reports/json_report.hpp"

namespace fairshuffle {

// What ranks say to each other.

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AskedTrials, look, target, from, to, had)

namespace {

enum class RankTask : std::uint8_t {
  end,     // nothing more
  plan,    // answered with a sentence that says why it can't be run, empty where it can
  count,   // answered with what was counted
  finish,  // of a target; answered with ShardTargets::part_at_end
};

// What rank 0 wants of the others.
struct RankMessage {
  RankTask task = RankTask::end;
  std::string report = {};  // of a plan: the planned record as JSON
  std::string digest = {};  // plan_digest of it, and contents_of it
  int threads = 1;
  int children = 1;
  AskedTrials asked = {};  // of count, and its target of finish
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RankMessage, task, report, digest, threads, children, asked)

template <class Write>
std::string written(const Write& write) {
  std::string message;
  CountsWriter writer([&message](std::string_view bytes) { message += bytes; });
  write(writer);
  writer.end();
  return message;
}

// The counts of a rank and of those below it; null where none of them runs the target.
std::string message_of(const std::optional<ShardTargets::Counted>& counted) {
  return written([&counted](CountsWriter& writer) {
    writer.number(counted ? 1 : 0);
    if (!counted) return;
    write_part(writer, counted->part);
    counted->counts.write(writer);
  });
}

// Reads the bytes, which must outlive it.
CountsReader reader_of(std::string_view message) {
  return CountsReader([message]() mutable { return std::exchange(message, {}); });
}

// Ranks stand in a tree, so that what is counted by many is added up by many: below rank r stand 2 r + 1 and
// 2 r + 2.
std::vector<int> ranks_below(const Ranks& ranks) {
  std::vector<int> below;
  for (int rank = 2 * ranks.rank() + 1; rank <= 2 * ranks.rank() + 2; ++rank) {
    if (rank < ranks.size()) below.push_back(rank);
  }
  return below;
}

void send_below(Ranks& ranks, const RankMessage& message) {
  const std::string text = nlohmann::json(message).dump();
  for (const int rank : ranks_below(ranks)) ranks.send(rank, text);
}

std::vector<std::string> answers_from_below(Ranks& ranks) {
  std::vector<std::string> answers;
  for (const int rank : ranks_below(ranks)) answers.push_back(ranks.receive(rank));
  return answers;
}

// This rank's own, or else the first of those below it.
std::string first_reason(std::string own, Ranks& ranks) {
  for (std::string& other : answers_from_below(ranks)) {
    if (own.empty()) own = std::move(other);
  }
  return own;
}

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

// Nothing where this rank does not run the target.
std::optional<ShardTargets::Counted> counted(ShardTargets& targets, const AskedTrials& asked) {
  if (!targets.runs(asked.target)) return std::nullopt;
  return targets.taken(asked, targets.extend(asked));
}

// Of this rank or of one below it: one alone runs it.
ShardPart finished(Ranks& ranks, ShardTargets& targets, std::size_t target) {
  ShardPart part = targets.part_at_end(target, false);
  for (const std::string& answer : answers_from_below(ranks)) {
    CountsReader reader = reader_of(answer);
    const ShardPart other = read_part(reader);
    if (part.error.empty()) part = other;
  }
  return part;
}

std::string digest_of(const RunPlan& plan, const RunRecord& record) {
  return plan_digest(record) + contents_of(plan);
}

// The plan as this rank makes it of the report.
RunPlan plan_here(const RankMessage& told) {
  PlanOptions options;
  options.threads = fmt::format("{}", told.threads);
  options.children = fmt::format("{}", told.children);
  RunPlan plan = plan_of(options, job_of(run_from_json(told.report), "the plan of rank 0"));
  if (digest_of(plan, planned_record(plan)) != told.digest) {
    throw InputError("the targets are others than those of rank 0: files that differ, or another program");
  }
  return plan;
}

// One of the other ranks.
class ServingRank {
 public:
  explicit ServingRank(Ranks& ranks) : ranks_(ranks), above_((ranks.rank() - 1) / 2) {}

  void serve() {
    for (;;) {
      const auto message = nlohmann::json::parse(ranks_.receive(above_)).get<RankMessage>();
      send_below(ranks_, message);
      switch (message.task) {
        case RankTask::end:
          return;
        case RankTask::plan:
          ranks_.send(above_, make_ready(message));
          break;
        case RankTask::count:
          ranks_.send(above_, count(message.asked));
          break;
        case RankTask::finish: {
          const ShardPart part = finished(ranks_, *targets_, message.asked.target);
          ranks_.send(above_, written([&part](CountsWriter& writer) { write_part(writer, part); }));
          break;
        }
      }
    }
  }

 private:
  // Why this rank or one below it can't run the plan.
  std::string make_ready(const RankMessage& told) {
    std::string reason;
    try {
      plan_.emplace(plan_here(told));
      targets_.emplace(*plan_, share_of(ranks_));
    } catch (const std::exception& error) {
      reason = fmt::format("rank {}: {}", ranks_.rank(), error.what());
    }
    return first_reason(std::move(reason), ranks_);
  }

  // Of this rank and those below it.
  std::string count(const AskedTrials& asked) {
    std::optional<ShardTargets::Counted> sum = counted(*targets_, asked);
    std::vector<std::string> others = answers_from_below(ranks_);
    for (std::string& other : others) {
      CountsReader reader = reader_of(other);
      if (reader.number(1) == 0) continue;
      // As it is where this rank has nothing to add.
      if (!sum && &other == &others.back()) return std::move(other);
      const ShardPart part = read_part(reader);
      if (!sum) {
        RunningTarget none = running_target(*plan_, plan_data(*plan_), asked.target);
        sum.emplace(ShardTargets::Counted{.part = {}, .counts = none.take_counts()});
      }
      sum->part.ended_early = sum->part.ended_early || part.ended_early;
      sum->part.disturbed = sum->part.disturbed || part.disturbed;
      sum->part.ran_before = sum->part.ran_before || part.ran_before;
      if (sum->part.error.empty()) sum->part.error = part.error;
      sum->counts.merge(reader);
    }
    return message_of(sum);
  }

  Ranks& ranks_;
  const int above_;
  std::optional<RunPlan> plan_;
  std::optional<ShardTargets> targets_;
};

}  // namespace

RankParts::~RankParts() {
  try {
    send_below(ranks_, {});
  } catch (const std::exception&) {
    // Who can't be reached needs no telling.
  }
}

void RankParts::begin(RunPlan& plan) {
  for (const auto& target : plan.targets) {
    if (target->facts().recorded) {
      throw InputError("{}: what is recorded is read by one process; run it with 'fairshuffle certify'",
                       target->name());
    }
  }
  RunRecord record = planned_record(plan);
  record.command = plan.command;
  send_below(ranks_, {.task = RankTask::plan,
                      .report = json_report(record),
                      .digest = digest_of(plan, record),
                      .threads = plan.threads,
                      .children = plan.children});
  targets_.emplace(plan, share_of(ranks_));
  const std::string reason = first_reason("", ranks_);
  if (!reason.empty()) throw InputError(reason);
  plan.counted = this;
}

std::uint64_t RankParts::reach(std::size_t target, std::uint64_t from, std::uint64_t due) {
  const std::uint64_t blocks =
      from / trials_per_block + stretch_.try_emplace(target, std::uint64_t(ranks_.size())).first->second;
  return blocks < due / trials_per_block ? blocks * trials_per_block : due;
}

ShardPart RankParts::count(RunningTarget& target, const AskedTrials& asked, const Waiting& waiting) {
  send_below(ranks_, {.task = RankTask::count, .asked = asked});
  const Clock::time_point start = Clock::now();
  const std::optional<ShardTargets::Counted> own = counted(*targets_, asked);
  const double seconds = passed(start);
  const Clock::time_point end = Clock::now();
  std::vector<std::string> answers = answers_from_below(ranks_);
  answers.insert(answers.begin(), message_of(own));
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
  std::vector<ShardPart> told;
  std::vector<CountsReader> counts;
  for (const std::string& answer : answers) {
    CountsReader reader = reader_of(answer);
    if (reader.number(1) == 0) continue;
    told.push_back(read_part(reader));
    counts.push_back(std::move(reader));
  }
  return add_parts(target, asked, told, counts, waiting);
}

ShardPart RankParts::finish(RunningTarget& target, std::size_t index) {
  if (!target.in_sequence()) return {};
  send_below(ranks_, {.task = RankTask::finish, .asked = {.target = index}});
  return finished(ranks_, *targets_, index);
}

void serve_rank(Ranks& ranks) {
  ServingRank(ranks).serve();
}

}  // namespace fairshuffle
