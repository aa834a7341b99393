#include "harness/engine/run.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include "core/record/evidence_tally.hpp"
#include "core/record/looks.hpp"
#include "core/statistics/families/family.hpp"
#include "core/verdict/judge.hpp"
#include "core/verdict/lower_bound.hpp"
#include "harness/engine/blocks.hpp"
#include "reports/words/verdict_sentence.hpp"

namespace fairshuffle {

namespace {

OnRequest on_request(const RunPlan& plan, const PlannedTarget& target) {
  OnRequest asked = asked_by(plan.certify);
  asked.bets = target.bets;
  asked.pairs = target.pairs;
  return asked;
}

/// Adds the time that passes while it lives.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// A run, from its first block to its records.
class Run {
 public:
  Run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress)
      : plan_(plan), on_progress_(on_progress), data_(plan_data(plan)) {
    for (std::size_t index = 0; index < data_.targets.size(); ++index) {
      RunTarget& target = targets_.emplace_back();
      target.target = plan.targets[index].get();
      static_cast<PlannedTarget&>(target.record) = data_.targets[index];
      target.running = std::make_unique<RunningTarget>(*target.target, plan.seed,
                                                       plan.counting_of(target.record.target.deck_size),
                                                       data_.birthday_slots, on_request(plan, target.record));
    }
    progress_.targets = targets_.size();
  }

  std::vector<TargetRecord> run(std::vector<double>& seconds) {
    const LookSchedule schedule(plan_.most_trials, plan_.fixed_trials);
    std::uint64_t rejected_before = 0;
    for (int number = 1;; ++number) {
      const Look look = look_at(data_, number, rejected_before);
      begin_look(look, schedule);
      if (progress_.undecided == 0) break;
      for (RunTarget* target : undecided()) extend(*target, trials_at(*target, look, schedule));
      judge_at(look);
      rejected_before = rejections();
    }
    std::vector<TargetRecord> records;
    seconds.clear();
    for (RunTarget& target : targets_) {
      records.push_back(std::move(target.record));
      seconds.push_back(target.seconds);
    }
    return records;
  }

 private:
  struct RunTarget {
    const Target* target = nullptr;
    std::unique_ptr<RunningTarget> running;  // absent once the target is decided or has failed
    bool unread = false;                     // more is recorded than may be run
    double seconds = 0;                      // that its trials and its judging took
    TargetRecord record;
  };

  std::vector<RunTarget*> undecided() {
    std::vector<RunTarget*> targets;
    for (RunTarget& target : targets_) {
      if (target.running) targets.push_back(&target);
    }
    return targets;
  }

  // What is recorded is looked at once, and whole.
  std::uint64_t trials_at(const RunTarget& target, const Look& look, const LookSchedule& schedule) const {
    return target.record.facts.recorded ? plan_.most_trials : schedule.trials_at(look.number);
  }

  void begin_look(const Look& look, const LookSchedule& schedule) {
    const std::vector<RunTarget*> targets = undecided();
    progress_.look = look.number;
    progress_.undecided = targets.size();
    progress_.trials_of_look = progress_.trials_at_most = progress_.trials_done;
    for (const RunTarget* target : targets) {
      progress_.trials_of_look += trials_at(*target, look, schedule) - target->running->trials();
      progress_.trials_at_most += plan_.most_trials - target->running->trials();
    }
  }

  void extend(RunTarget& target, std::uint64_t trials) {
    const Stopwatch watch(target.seconds);
    progress_.running = target.target->name();
    const std::uint64_t done_before = progress_.trials_done;
    const std::uint64_t trials_before = target.running->trials();
    try {
      target.running->extend_to(trials, plan_.threads, [&](std::uint64_t trials_run) {
        progress_.trials_done = done_before + trials_run;
        on_progress_(progress_);
      });
      if (target.record.facts.recorded) target.unread = target.running->has_more();
    } catch (const std::exception& error) {
      // A trial that was no order is evidence of its own, whatever came after it.
      if (target.running->counted().invalid_trials() == 0) return fail(target, error.what());
    }
    // The other threads may have run on after the last block of this one.
    progress_.trials_done = done_before + target.running->trials() - trials_before;
  }

  void judge_at(const Look& look) {
    const std::vector<RunTarget*> targets = undecided();
    std::vector<Findings*> findings;
    for (RunTarget* target : targets) {
      const Stopwatch watch(target->seconds);
      // The counts are copied for as long as one target is looked at: those of many large decks would not
      // fit.
      TargetRecord& record = target->record;
      const Evidence evidence = evidence_of(target->running->counted());
      static_cast<Findings&>(record) = examined(data_, record, look, evidence);
      record.evidence.trials = evidence.trials;
      record.evidence.invalid_trials = evidence.invalid_trials;
      findings.push_back(&record);
    }
    reject(look, plan_.budget.alpha, findings);
    for (RunTarget* target : targets) {
      const Stopwatch watch(target->seconds);
      TargetRecord& record = target->record;
      record.verdict = verdict_of(data_, record, look, record.evidence, record);
      if (record.verdict) decide(*target);
    }
  }

  void decide(RunTarget& target) {
    TargetRecord& record = target.record;
    try {
      target.running->finish();
    } catch (const std::exception& error) {
      // No failure makes a biased target less so, but a fair one must have come to its end.
      if (record.verdict == Verdict::fair || record.verdict == Verdict::inconclusive) {
        return fail(target, error.what());
      }
    }
    const TallyHalves& halves = target.running->counted();
    record.evidence = evidence_of(halves);
    record.evidence.unread = target.unread;
    find_links(data_, record, record.evidence, record);
    if (takes_bet(record.target.deck_size, record.bias)) {
      record.evidence.bet = chosen_bet(halves.first.complete(), halves.second.complete());
    }
    settle(data_, record, record.evidence, record);
    put_in_words(plan_.budget, record);
    target.running.reset();
  }

  void fail(RunTarget& target, const std::string& reason) {
    target.record.evidence = {};
    target.record.evidence.error = reason;
    target.record.evidence.trials = target.running->trials();
    static_cast<Findings&>(target.record) = {};
    put_in_words(plan_.budget, target.record);
    target.running.reset();
  }

  std::uint64_t rejections() const {
    std::uint64_t rejected = 0;
    for (const RunTarget& target : targets_) {
      if (target.running) continue;
      rejected += rejected_hypotheses(target.record.tests);
    }
    return rejected;
  }

  const RunPlan& plan_;
  const std::function<void(const Progress&)>& on_progress_;
  const Plan data_;
  std::vector<RunTarget> targets_;
  Progress progress_;
};

}  // namespace

std::uint64_t RunPlan::slots_left() const {
  const auto large = std::ranges::count_if(
      targets, [](const auto& target) { return target->description().deck_size >= smallest_large_deck; });
  return birthday_slots(static_cast<std::size_t>(large));
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
    if (has_what_it_asks(*test, !plan.bets.empty(), plan.pairs, asked)) {
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
    planned.facts.orders_counted = plan.counting_of(planned.target.deck_size).has_value();
    plan_on_deck(data, planned);
    planned.caveat = target->caveat();
  }
  return data;
}

std::vector<TargetRecord> run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress) {
  std::vector<double> seconds;
  return run(plan, on_progress, seconds);
}

std::vector<TargetRecord> run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress,
                              std::vector<double>& seconds) {
  return Run(plan, on_progress).run(seconds);
}

}  // namespace fairshuffle
