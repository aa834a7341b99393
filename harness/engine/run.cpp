#include "harness/engine/run.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "core/interpret/shared_work.hpp"
#include "core/record/looks.hpp"
#include "core/statistics/families/family.hpp"
#include "core/verdict/judge.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/engine/forecast.hpp"
#include "harness/engine/on_cores.hpp"
#include "harness/engine/run_target.hpp"
#include "harness/engine/shard.hpp"

namespace fairshuffle {

namespace {

/// A run, from its first block to its records.
class Run {
 public:
  Run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress)
      : plan_(plan), on_progress_(on_progress), data_(plan_data(plan)), had_(trials_had_before(plan)) {
    for (std::size_t index = 0; index < data_.targets.size(); ++index) {
      const Target& target = *plan.targets[index];
      const PlannedTarget& planned = data_.targets[index];
      targets_.push_back(std::make_unique<RunTarget>(
          target, index, planned, running_target(plan, data_, index), laps_, plan.counted));
    }
    progress_.targets = targets_.size();
    if (plan.start) go_on_from(*plan.start);
  }

  std::vector<TargetRecord> run(std::vector<double>& seconds) {
    const LookSchedule schedule(plan_.most_trials, plan_.fixed_trials);
    std::uint64_t rejected_before = rejections();
    for (number_ = plan_.start ? plan_.start->look : 1;; ++number_) {
      const Look look = look_at(data_, number_, rejected_before);
      begin_look(look, schedule);
      if (progress_.undecided == 0) break;
      if (plan_.last_look && number_ > *plan_.last_look) leave_undecided();
      bool is_cut_short = false;
      for (RunTarget* target : undecided()) {
        const std::uint64_t due = trials_at(*target, look, schedule);
        if (plan_.counted != nullptr) {
          add_counted(*target, due);
        } else {
          catch_up(*target, schedule);
          if (!is_to_end() && target->is_running() && !target->has_ended()) extend(*target, due);
        }
        if (plan_.keeper != nullptr && plan_.keeper->is_due()) keep();
        if (target->is_running() && !target->has_ended() && target->trials() != due && is_to_end())
          is_cut_short = true;
      }
      if (is_cut_short) break;
      judge_at(look);
      rejected_before = rejections();
    }
    // Whatever has no verdict by now had no further look to come.
    judge_early(schedule, rejected_before);
    std::vector<TargetRecord> records;
    seconds.clear();
    for (const auto& target : targets_) {
      records.push_back(target->take_record());
      seconds.push_back(target->seconds());
    }
    return records;
  }

 private:
  void go_on_from(const RunStart& start) {
    early_end_spent_ = start.early_end_spent;
    for (std::size_t index = 0; index < targets_.size(); ++index) {
      RunTarget& target = *targets_[index];
      if (start.decided[index]) {
        target.take(*start.decided[index]);
      } else if (std::optional<CountsReader> reader = start.counts(index)) {
        target.go_on_from(*reader);
        if (target.trials() % trials_per_block != 0 && target.trials() != plan_.most_trials) {
          throw CodedCountsError("end within a block");
        }
        progress_.trials_before += target.trials();
      }
    }
    progress_.trials_done = progress_.trials_before;
  }

  void keep(bool is_ending = false) {
    KeptRun kept{.look = number_,
                 .early_end_spent = early_end_spent_,
                 .is_ending = is_ending,
                 .trials = progress_.trials_done - progress_.trials_before,
                 .targets = {}};
    for (const auto& target : targets_) kept.targets.push_back(target->kept());
    plan_.keeper->keep(kept);
  }

  [[noreturn]] void leave_undecided() {
    if (plan_.keeper != nullptr) keep();
    std::vector<std::string> names;
    for (const RunTarget* target : undecided()) names.push_back(target->name());
    throw NotYetDecided(std::move(names));
  }

  std::vector<RunTarget*> undecided() const {
    std::vector<RunTarget*> targets;
    for (const auto& target : targets_) {
      if (target->is_running() && !target->has_ended()) targets.push_back(target.get());
    }
    return targets;
  }

  // What is recorded is looked at once, and whole.
  std::uint64_t trials_at(const RunTarget& target, const Look& look, const LookSchedule& schedule) const {
    return target.planned().facts.recorded ? plan_.most_trials : schedule.trials_at(look.number);
  }

  // Once for each deck: a job may have thousands of targets.
  std::optional<std::uint64_t> trials_if_fair(const PlannedTarget& planned) {
    if (planned.facts.recorded) return std::nullopt;
    const auto [found, is_new] = if_fair_.try_emplace({planned.target.deck_size, planned.target.makeup});
    if (is_new) found->second = fairshuffle::trials_if_fair(plan_, planned.target, plan_.budget.tolerance);
    return found->second;
  }

  void begin_look(const Look& look, const LookSchedule& schedule) {
    const std::vector<RunTarget*> targets = undecided();
    progress_.look = look.number;
    progress_.undecided = targets.size();
    progress_.trials_of_look = progress_.trials_at_most = progress_.trials_done;
    progress_.trials_if_fair = progress_.trials_done;
    for (const RunTarget* target : targets) {
      const std::uint64_t of_look = trials_at(*target, look, schedule);
      progress_.trials_of_look += of_look - target->trials();
      progress_.trials_at_most += plan_.most_trials - target->trials();
      const std::optional<std::uint64_t> if_fair = trials_if_fair(target->planned());
      if (!if_fair) progress_.trials_if_fair.reset();
      if (progress_.trials_if_fair)
        *progress_.trials_if_fair += std::max(of_look, *if_fair) - target->trials();
    }
  }

  // To be called as the time goes by that counting takes.
  auto counting_from_now() {
    return [this, before = progress_.seconds_counting, begin = std::chrono::steady_clock::now()] {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      progress_.seconds_counting = before + passed.count();
    };
  }

  // In stretches, as they are counted elsewhere, with the run kept between them.
  void add_counted(RunTarget& target, std::uint64_t due) {
    progress_.running = target.name();
    for (bool has_all = !target.has_ended(); has_all && target.trials() < due && !is_to_end();) {
      const std::uint64_t from = target.trials();
      const auto pass_time = counting_from_now();
      // What runs in sequence can't be stopped between blocks and go on.
      const bool may_pause = !target.planned().facts.in_sequence;
      const AskedTrials asked{.look = number_,
                              .target = target.index(),
                              .from = from,
                              .to = may_pause ? plan_.counted->reach(target.index(), from, due) : due,
                              .had = had_};
      target.add_counted(asked, plan_.is_to_end, [&] { return is_worth_going_on(); });
      if (target.is_running()) progress_.trials_done += target.trials() - from;
      has_all = target.is_running() && target.trials() == asked.to;
      pass_time();
      on_progress_(progress_);
      if (may_pause && plan_.keeper != nullptr && plan_.keeper->is_due()) keep();
    }
  }

  // What begins again runs in the pieces of all looks before: they decide which half of the trials one is in.
  void catch_up(RunTarget& target, const LookSchedule& schedule) {
    if (target.planned().facts.recorded) return;
    for (int look = 1; look < number_; ++look) {
      const bool may_run = !is_to_end() && target.is_running() && !target.has_ended();
      if (may_run && target.trials() < schedule.trials_at(look)) extend(target, schedule.trials_at(look));
    }
  }

  // In stretches, with the run kept between them.
  void extend(RunTarget& target, std::uint64_t trials) {
    progress_.running = target.name();
    bool is_to_go_on = target.trials() < trials;
    while (is_to_go_on) {
      // What runs in sequence can't be stopped between blocks and go on.
      const bool may_pause = plan_.keeper != nullptr && !target.planned().facts.in_sequence;
      bool pauses = false;
      const auto is_to_stop = [&] {
        pauses = pauses || (may_pause && plan_.keeper->is_due());
        return pauses || is_to_end();
      };
      extend_stretch(target, trials, is_to_stop);
      is_to_go_on = pauses && !is_to_end() && target.is_running() && target.trials() < trials;
      if (pauses) keep();
    }
  }

  void extend_stretch(RunTarget& target, std::uint64_t trials, const IsToEnd& is_to_stop) {
    const std::uint64_t done_before = progress_.trials_done;
    const std::uint64_t trials_before = target.trials();
    const auto pass_time = counting_from_now();
    target.extend_to(
        trials, had_, plan_.threads,
        [&](std::uint64_t trials_run) {
          progress_.trials_done = done_before + trials_run;
          pass_time();
          on_progress_(progress_);
        },
        is_to_stop, [&] { return is_worth_going_on(); });
    // The other threads may have run on after the last block of this one.
    if (target.is_running()) progress_.trials_done = done_before + target.trials() - trials_before;
    pass_time();
  }

  // Rather than to have a target fail: what is kept has more of it, or another run had it begin.
  bool is_worth_going_on() const { return plan_.keeper != nullptr && plan_.keeper->has_counts(); }

  void judge_at(const Look& look) { judge_at(look, undecided()); }

  void judge_at(const Look& look, const std::vector<RunTarget*>& targets) {
    judge_look(data_, look, std::vector<UndecidedTarget*>(targets.begin(), targets.end()));
    laps_.charge_to(nullptr);
    for (RunTarget* target : targets) target->end_look(plan_.budget);
  }

  bool is_to_end() const { return plan_.is_to_end && plan_.is_to_end(); }

  void judge_early(const LookSchedule& schedule, std::uint64_t rejected_before) {
    if (plan_.keeper != nullptr && is_to_end() && !undecided().empty()) {
      const bool is_spent = std::exchange(early_end_spent_, true);
      keep(true);
      if (is_spent) throw EndedAgain();
    }
    for (RunTarget* target : undecided()) target->end_early();
    std::vector<RunTarget*> ended;
    for (const auto& target : targets_) {
      if (target->is_running()) ended.push_back(target.get());
    }
    if (!ended.empty()) judge_at(look_at(data_, schedule.unscheduled(), rejected_before), ended);
  }

  std::uint64_t rejections() const {
    std::uint64_t rejected = 0;
    for (const auto& target : targets_) {
      if (!target->is_running()) rejected += rejected_hypotheses(target->findings().tests);
    }
    return rejected;
  }

  const RunPlan& plan_;
  const std::function<void(const Progress&)>& on_progress_;
  const Plan data_;
  const std::uint64_t had_;  // trials that another run had of what begins again
  Laps laps_;
  std::vector<std::unique_ptr<RunTarget>> targets_;
  Progress progress_;
  int number_ = 1;                                                          // of the look that is next
  bool early_end_spent_ = false;                                            // on an early end of a run before
  std::map<std::pair<int, Makeup>, std::optional<std::uint64_t>> if_fair_;  // by deck
};

}  // namespace

std::size_t RunPlan::targets_keeping_orders() const {
  std::map<int, std::size_t> of_size;
  std::size_t keeping = 0;
  for (const auto& target : targets) {
    const TargetDescription& description = target->description();
    if (description.makeup.is_plain()) {
      ++of_size[description.deck_size];
    } else if (keeps_orders(description.deck_size, false)) {
      ++keeping;
    }
  }
  for (const auto& [deck_size, count] : of_size) {
    if (keeps_orders(deck_size, counting_of(deck_size, {}).has_value())) keeping += count;
  }
  return keeping;
}

Plan plan_data(const RunPlan& plan) {
  Plan data;
  data.seed = plan.seed;
  data.budget = plan.budget;
  data.max_trials = plan.most_trials;
  data.fixed_trials = plan.fixed_trials;
  data.birthday_slots = plan.slots_of_target();
  const AskedTables asked = asked_by(plan.certify).tables;
  for (const TestInfo* test : plan.tests) {
    const bool is_of_a_deck = std::ranges::any_of(plan.targets, [test](const auto& target) {
      const TargetDescription& description = target->description();
      return test->of_makeup(description.makeup, description.deck_size);
    });
    if (is_of_a_deck && has_what_it_asks(*test, !plan.bets.empty(), plan.pairs, asked)) {
      data.tests.emplace_back(test->name);
    }
  }
  data.certify = plan.certify;
  data.bets = plan.bets;
  data.pairs = plan.pairs;
  for (const auto& target : plan.targets) {
    PlannedTarget& planned = data.targets.emplace_back();
    planned.name = target->name();
    planned.target = target->description();
    planned.facts = target->facts();
    planned.facts.orders_counted =
        plan.counting_of(planned.target.deck_size, planned.target.makeup).has_value();
    plan_on_deck(data, planned);
    planned.caveat = target->caveat();
  }
  return data;
}

RunningTarget running_target(const RunPlan& plan, const Plan& data, std::size_t index) {
  const PlannedTarget& planned = data.targets[index];
  OnRequest asked = asked_by(plan.certify);
  asked.bets = planned.bets;
  asked.pairs = planned.pairs;
  asked.makeup = planned.target.makeup;
  return {*plan.targets[index], plan.seed, plan.counting_of(planned.target.deck_size, planned.target.makeup),
          data.birthday_slots, asked};
}

std::vector<TargetRecord> run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress) {
  std::vector<double> seconds;
  return run(plan, on_progress, seconds);
}

std::vector<TargetRecord> run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress,
                              std::vector<double>& seconds) {
  // Ranks of this machine that count have nothing to do while one of them judges.
  if (plan.threads > 1 || plan.counted != nullptr) share_work_by(on_cores);
  return Run(plan, on_progress).run(seconds);
}

}  // namespace fairshuffle
