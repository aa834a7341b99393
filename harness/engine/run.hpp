// The run engine: runs the targets of a job look by look, on all threads, until each has its verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/statistics/orders.hpp"
#include "core/tally/birthday.hpp"
#include "harness/engine/ending.hpp"
#include "harness/engine/keeping.hpp"
#include "harness/engine/look_source.hpp"
#include "harness/target/target.hpp"

namespace fairshuffle {

/// Where a run stands, told often while it goes on.
struct Progress {
  int look = 1;
  std::size_t undecided = 0;  ///< targets that this look runs
  std::size_t targets = 0;
  std::string_view running;          ///< the target that is running
  std::uint64_t trials_done = 0;     ///< of all targets, so far
  std::uint64_t trials_before = 0;   ///< of these what another run did, from which this one goes on
  double seconds_counting = 0;       ///< that they took, without judging and without the trials before
  std::uint64_t trials_of_look = 0;  ///< the trials that all targets will have at the end of this look
  std::uint64_t trials_at_most = 0;  ///< the trials of all undecided targets at the trial limit
  /// The trials that all targets will have if those that are undecided are fair (trials_if_fair), counted to
  /// the end of this look at least. Nothing where that is not known of one of them.
  std::optional<std::uint64_t> trials_if_fair;
};

struct RunPlan {
  std::vector<std::unique_ptr<Target>> targets;
  std::vector<const TestInfo*> tests;  ///< those chosen
  std::vector<std::string> certify = RunSettings{}.certify;
  std::vector<NamedBet> bets;  ///< as of RunSettings
  bool pairs = false;          ///< as of RunSettings
  /// Birthday slots of each target; nothing for as many as its targets leave room for.
  std::optional<std::uint64_t> slots;
  Budget budget;
  std::uint64_t seed = 0;
  std::uint64_t most_trials = 1'000'000'000;
  bool fixed_trials = false;  ///< one look, at most_trials
  int threads = 1;
  IsToEnd is_to_end = {};
  RunKeeper* keeper = nullptr;            ///< null where nothing is kept
  LookSource* counted = nullptr;          ///< counts from elsewhere: nothing is run; null where it runs
  std::optional<int> last_look;           ///< looks after this one are not for this run; nothing for all
  std::shared_ptr<const RunStart> start;  ///< where it goes on from; null for its beginning
  /// Decides for each deck whether its orders are counted, and how; as order_counting_for.
  decltype(&order_counting_for) order_counting = order_counting_for;

  /// How the orders of a deck are counted; nothing where they are not.
  std::optional<OrderCounting> counting_of(int deck_size, const Makeup& makeup) const {
    if (!makeup.is_plain()) return std::nullopt;
    return order_counting(deck_size, most_trials, budget.tolerance, budget.confidence);
  }
  /// The slots that each of the targets whose orders are kept has for orders that come again.
  std::uint64_t slots_of_target() const { return slots.value_or(slots_left()); }
  /// As many as its targets leave room for.
  std::uint64_t slots_left() const { return birthday_slots(targets_keeping_orders()); }
  /// How many of its targets keep orders (keeps_orders).
  std::size_t targets_keeping_orders() const;
};

/// A target of the plan, ready to be run; data as of plan_data.
RunningTarget running_target(const RunPlan& plan, const Plan& data, std::size_t index);

/// The plan as data. What its job calls a target and expects of it, and which are controls, is not known
/// here.
Plan plan_data(const RunPlan& plan);

/// A run was to end before its time, and one before it, from which it went on, had been judged for that
/// already.
class EndedAgain : public std::runtime_error {
 public:
  EndedAgain() : runtime_error("ended early once more, and so not judged") {}
};

/// Targets are undecided after the last look that was for this run (RunPlan::last_look). It was kept.
class NotYetDecided : public std::runtime_error {
 public:
  explicit NotYetDecided(std::vector<std::string> names)
      : runtime_error("targets are not yet decided"), targets(std::move(names)) {}

  std::vector<std::string> targets;  ///< their names
};

/// The records of the plan's targets, in their order. The counts depend on nothing but the seed, the targets
/// and the trials: block b of a target is drawn from the stream f(seed, target, b) and counts are integers,
/// so neither threads nor the order in which blocks end matter. A target that fails has evidence with `error`
/// and no verdict; the others go on. A run that goes on from where another one stood gives the records that
/// the other one would have given. Where it is to end early and the share kept for that is spent, nothing is
/// judged: it throws EndedAgain. Where targets are undecided after plan.last_look, it throws NotYetDecided.
/// Where one is disturbed whose counts another run could go on from (RunKeeper::has_counts), it throws
/// TargetDisturbed; in a run that goes on, also where one is that begins again.
/// `on_progress` is called on the calling thread, after every block that this thread runs.
std::vector<TargetRecord> run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress);

/// The same, and of each target how many seconds its trials and its judging took.
std::vector<TargetRecord> run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress,
                              std::vector<double>& seconds);

}  // namespace fairshuffle
