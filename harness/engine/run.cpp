#include "harness/engine/run.hpp"

#include <algorithm>
#include <map>

#include "core/interpret/enumerate.hpp"
#include "core/permutation/permutation.hpp"
#include "core/record/evidence.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/tally/positions.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judge.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// Time that is charged to one account after the other.
class Laps {
 public:
  // What passes from now on, in seconds; null: to none.
  void charge_to(double* account) {
    const auto now = std::chrono::steady_clock::now();
    if (account_ != nullptr) *account_ += std::chrono::duration<double>(now - since_).count();
    account_ = account;
    since_ = now;
  }

 private:
  double* account_ = nullptr;
  std::chrono::steady_clock::time_point since_;
};

class CountedHere final : public LookSource {
 public:
  explicit CountedHere(const RunPlan& plan) : plan_(plan) {}

  ShardPart count(RunningTarget& target, const AskedTrials& asked, const Waiting& waiting) override {
    return count_here(plan_, target, asked, waiting);
  }
  ShardPart finish(RunningTarget& target, std::size_t) override { return end_here(target, false); }

 private:
  const RunPlan& plan_;
};

// A target of a run: its trials, and what is found. Its running and its judging are charged to its own
// account.
class RunTarget final : public UndecidedTarget {
 public:
  RunTarget(std::size_t index, const PlannedTarget& planned, RunningTarget running, Laps& laps,
            LookSource& source)
      : index_(index), running_(std::move(running)), laps_(laps), source_(source) {
    static_cast<PlannedTarget&>(record_) = planned;
  }

  // Takes its counts from another run. Throws CodedCountsError.
  void go_on_from(CountsReader& reader) { running_->go_on_from(reader); }
  // It was decided in another run.
  void take(TargetRecord record) {
    record_ = std::move(record);
    running_.reset();
  }
  // What another run needs to go on with it.
  KeptRun::KeptTarget kept() const {
    if (!running_) return {.record = &record_};
    return {.counts = !ended_early_ && running_->can_go_on() ? &*running_ : nullptr};
  }

  const PlannedTarget& planned() const override { return record_; }
  Findings& findings() override { return record_; }
  Evidence evidence() override {
    laps_.charge_to(&seconds_);
    return evidence_of(running_->counted());
  }
  const Evidence* last_evidence() override;
  void choose_bet() override {
    const TallyHalves& halves = running_->counted();
    record_.evidence.bet =
        chosen_bet(halves.first.complete(), halves.second.complete(), halves.second.first_decks());
  }

  bool is_lost() const { return is_lost_; }
  // False once it is decided or has failed.
  bool is_running() const { return running_.has_value(); }
  // To be judged at no further look than the last of all.
  bool has_ended() const { return ended_early_; }
  bool wants_trials() const { return is_running() && !has_ended(); }
  // While it is running.
  std::uint64_t trials() const { return running_->trials(); }
  bool has_invalid_trials() const { return running_->counted().invalid_trials() > 0; }
  bool in_sequence() const { return record_.facts.in_sequence; }
  std::size_t index() const { return index_; }

  // Asks for trials. A failure makes it fail, or ends it where it was disturbed in a run that is to end: such
  // a signal may have been for all of them. Where it is worth to go on from what is kept of the run, nothing
  // comes of what is_for_another_run: then it is lost to this run.
  template <class IsWorthGoingOn>
  ShardPart count(const AskedTrials& asked, const Waiting& waiting, const IsWorthGoingOn& is_worth_going_on) {
    laps_.charge_to(&seconds_);
    ShardPart part = source_.count(*running_, asked, waiting);
    laps_.charge_to(nullptr);
    unread_ = part.unread;
    if (part.ended_early && part.error.empty()) end_early();
    if (part.error.empty()) return part;
    if (part.disturbed && in_sequence() && comes_true(waiting.is_to_end)) {
      end_early();
    } else if (is_for_another_run(part, in_sequence()) && is_worth_going_on()) {
      is_lost_ = true;
    } else if (running_->counted().invalid_trials() == 0) {
      // A trial that was no permutation is evidence of its own, whatever came after it.
      fail(part.error, part.failed_at);
    }
    return part;
  }
  // To be called when it is to be judged as it stands: the run is to end, or it has no more trials than those
  // that it gave. Without a trial it fails.
  void end_early() {
    if (trials() == 0) return fail("the run was ended before its first trial", 0);
    ended_early_ = true;
  }
  // To be called after each look: with a verdict it is put in words, and runs no more.
  void end_look(const Budget& budget) {
    if (!record_.verdict) return;
    put_in_words(budget, record_);
    running_.reset();
  }

  double seconds() const { return seconds_; }
  TargetRecord take_record() { return std::move(record_); }

 private:
  void fail(const std::string& reason, std::uint64_t trials) {
    record_.evidence = {};
    record_.evidence.error = reason;
    record_.evidence.trials = trials;
    static_cast<Findings&>(record_) = {};
    put_in_words({}, record_);
    running_.reset();
  }

  const std::size_t index_;  // in the plan
  std::optional<RunningTarget> running_;
  Laps& laps_;
  LookSource& source_;
  bool unread_ = false;  // more is recorded than may be run
  bool ended_early_ = false;
  bool is_lost_ = false;
  double seconds_ = 0;
  TargetRecord record_;
};

const Evidence* RunTarget::last_evidence() {
  laps_.charge_to(&seconds_);
  const ShardPart part = source_.finish(*running_, index_);
  const bool is_excused = part.error.empty() || (part.disturbed && ended_early_);
  // No failure makes a biased target less so, but a fair one must have come to its end.
  if (!is_excused && (record_.verdict == Verdict::fair || record_.verdict == Verdict::inconclusive)) {
    fail(part.error, running_->trials());
    return nullptr;
  }
  record_.evidence = evidence_of(running_->counted());
  record_.evidence.unread = unread_;
  record_.evidence.ended_early = ended_early_;
  return &record_.evidence;
}

// A run, from its first block to its records.
class Run {
 public:
  Run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress)
      : plan_(plan),
        on_progress_(on_progress),
        data_(plan_data(plan)),
        schedule_(plan),
        had_(trials_had_before(plan)) {
    for (std::size_t index = 0; index < data_.targets.size(); ++index) {
      targets_.push_back(std::make_unique<RunTarget>(index, data_.targets[index],
                                                     running_target(plan, data_, index), laps_, source_));
    }
    progress_.targets = targets_.size();
    if (plan.start) go_on_from(*plan.start);
  }

  RunResult run() {
    std::uint64_t rejected_before = rejections();
    for (number_ = plan_.start ? plan_.start->look : 1;; ++number_) {
      begin_look();
      if (progress_.undecided == 0) break;
      if (plan_.last_look && number_ > *plan_.last_look) return left_undecided();
      bool is_cut_short = false;
      for (const bool by_blocks : {true, false}) {
        if (by_blocks && !is_kept_at_its_limit()) continue;
        for (RunTarget* target : undecided()) {
          const std::uint64_t due = by_blocks ? whole_blocks(trials_due(*target)) : trials_due(*target);
          if (by_blocks && target->in_sequence()) continue;
          const std::string error = extend(*target, due);
          if (target->is_lost()) return disturbed(*target, error);
          if (is_due() && (by_blocks || !is_kept_at_its_limit())) keep();
          is_cut_short = is_cut_short || (target->wants_trials() && target->trials() < due && is_to_end());
        }
        if (is_cut_short) break;
        if (by_blocks) keep();
      }
      if (is_cut_short) break;
      if (const std::vector<RunTarget*> due = judged_now(); !due.empty()) {
        judge_at(look_at(data_, number_, rejected_before), due);
        rejected_before = rejections();
      } else if (plan_.tells_first_verdict && targets_.size() == 1 && !progress_.first_verdict) {
        look_ahead(*targets_.front());
      }
    }
    // Whatever has no verdict by now had no further look to come.
    if (plan_.keeper != nullptr && is_to_end() && !undecided().empty()) {
      const bool is_spent = std::exchange(early_end_spent_, true);
      keep(true);
      if (is_spent) return {.not_judged = NotJudged{.why = NotJudged::Why::ended_again}};
    }
    judge_early(rejected_before);
    RunResult result;
    for (const auto& target : targets_) {
      result.targets.push_back(target->take_record());
      result.seconds.push_back(target->seconds());
    }
    return result;
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
        if (target.trials() % trials_per_block != 0 && target.trials() != plan_.max_trials) {
          throw CodedCountsError("end within a block");
        }
        progress_.trials_before += target.trials();
      }
    }
    progress_.trials_done = progress_.trials_before;
  }

  bool is_due() const { return plan_.keeper != nullptr && plan_.keeper->is_due(); }
  bool is_to_end() const { return plan_.is_to_end && plan_.is_to_end(); }

  // What is inconclusive then may go on beyond the limit, but from no trial within a block.
  bool is_kept_at_its_limit() const {
    return plan_.keeper != nullptr && plan_.keeper->has_counts() && schedule_.is_last(number_);
  }

  void keep(bool is_ending = false) {
    KeptRun kept{.look = number_,
                 .early_end_spent = early_end_spent_,
                 .is_ending = is_ending,
                 .trials = progress_.trials_done - progress_.trials_before,
                 .trials_before = progress_.trials_before,
                 .targets = {}};
    for (const auto& target : targets_) kept.targets.push_back(target->kept());
    plan_.keeper->keep(kept);
  }

  RunResult left_undecided() {
    if (plan_.keeper != nullptr) keep();
    NotJudged left{.why = NotJudged::Why::undecided};
    for (const RunTarget* target : undecided()) left.undecided.push_back(target->planned().name);
    return {.not_judged = std::move(left)};
  }

  static RunResult disturbed(const RunTarget& target, const std::string& error) {
    return {.not_judged = NotJudged{.why = NotJudged::Why::disturbed,
                                    .sentence = target.planned().name + ": " + error}};
  }

  std::vector<RunTarget*> undecided() const {
    std::vector<RunTarget*> targets;
    for (const auto& target : targets_) {
      if (target->wants_trials()) targets.push_back(target.get());
    }
    return targets;
  }

  // Of trials that are no permutations there is nothing to measure.
  std::vector<RunTarget*> judged_now() const {
    std::vector<RunTarget*> targets = undecided();
    std::erase_if(targets, [this](const RunTarget* target) {
      return trials_due(*target) < trials_to_measure(data_, target->planned()) &&
             !target->has_invalid_trials();
    });
    return targets;
  }

  // At the look that is next. What is recorded is looked at once, and whole.
  std::uint64_t trials_due(const RunTarget& target) const {
    return target.planned().facts.recorded ? plan_.max_trials : schedule_.trials_at(number_);
  }

  // Once for each deck: a job may have thousands of targets.
  std::optional<std::uint64_t> trials_if_fair(const PlannedTarget& planned) {
    if (planned.facts.recorded) return std::nullopt;
    const auto [found, is_new] = if_fair_.try_emplace({planned.target.deck_size, planned.target.multiset});
    if (is_new) found->second = fairshuffle::trials_if_fair(plan_, planned.target, plan_.budget.tolerance);
    return found->second;
  }

  void begin_look() {
    const std::vector<RunTarget*> targets = undecided();
    progress_.look = number_;
    progress_.undecided = targets.size();
    progress_.trials_of_look = progress_.trials_at_most = progress_.trials_done;
    progress_.trials_if_fair = progress_.trials_done;
    for (const RunTarget* target : targets) {
      const std::uint64_t of_look = trials_due(*target);
      progress_.trials_of_look += of_look - target->trials();
      progress_.trials_at_most += plan_.max_trials - target->trials();
      const std::optional<std::uint64_t> if_fair = trials_if_fair(target->planned());
      if (!if_fair) progress_.trials_if_fair.reset();
      if (progress_.trials_if_fair)
        *progress_.trials_if_fair +=
            std::max({of_look, *if_fair, trials_to_measure(data_, target->planned())}) - target->trials();
    }
  }

  // To be called as the time goes by that counting takes.
  auto counting_from_now() {
    return [this, before = progress_.seconds_counting, begin = std::chrono::steady_clock::now()] {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      progress_.seconds_counting = before + passed.count();
    };
  }

  // In stretches, with the run kept between them. What it failed by, if it did.
  std::string extend(RunTarget& target, std::uint64_t due) {
    std::string error;
    progress_.running = plan_.targets[target.index()].called();
    for (bool goes_on = target.trials() < due; goes_on && !is_to_end();) {
      const std::uint64_t from = target.trials(), done_before = progress_.trials_done;
      const auto pass_time = counting_from_now();
      // What runs in sequence can't be stopped between blocks and go on.
      const bool may_pause = !target.in_sequence();
      const AskedTrials asked{.look = number_,
                              .target = target.index(),
                              .from = from,
                              .to = may_pause ? source_.reach(target.index(), from, due) : due,
                              .had = had_};
      const auto tell = [&](std::uint64_t trials) {
        progress_.trials_done = done_before + trials;
        pass_time();
        on_progress_(progress_);
      };
      const Waiting waiting{.on_trials = tell,
                            .is_to_end = plan_.is_to_end,
                            .is_to_pause = may_pause ? [this] { return is_due(); } : IsToEnd()};
      // Rather than to have a target fail: what is kept has more of it, or another run had it begin.
      const ShardPart part = target.count(
          asked, waiting, [this] { return plan_.keeper != nullptr && plan_.keeper->has_counts(); });
      // The other threads may have run on after the last block of this one.
      progress_.trials_done = done_before + part.ran;
      pass_time();
      error = part.error;
      goes_on = !target.is_lost() && target.is_running() && target.trials() < due &&
                (part.paused || target.trials() == asked.to);
      if (goes_on && (part.paused || (may_pause && is_due()))) keep();
    }
    return error;
  }

  void judge_at(const Look& look, const std::vector<RunTarget*>& targets) {
    judge_look(data_, look, std::vector<UndecidedTarget*>(targets.begin(), targets.end()));
    laps_.charge_to(nullptr);
    for (RunTarget* target : targets) target->end_look(plan_.budget);
  }

  // The look's share of the budget is there for it, and what it finds decides nothing.
  void look_ahead(RunTarget& target) {
    if (!target.wants_trials()) return;
    const Look look = look_at(data_, number_, 0);
    const Evidence evidence = target.evidence();
    laps_.charge_to(nullptr);
    Findings found = examined(data_, target.planned(), look, evidence);
    Findings* const only = &found;
    reject(look, data_.budget.alpha, {&only, 1});
    progress_.first_verdict = verdict_of(data_, target.planned(), look, evidence, found);
    progress_.first_verdict_trials = target.trials();
  }

  void judge_early(std::uint64_t rejected_before) {
    for (RunTarget* target : undecided()) target->end_early();
    std::vector<RunTarget*> ended;
    for (const auto& target : targets_) {
      if (target->is_running()) ended.push_back(target.get());
    }
    if (!ended.empty()) judge_at(look_at(data_, schedule_.unscheduled(), rejected_before), ended);
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
  const LookSchedule schedule_;
  const std::uint64_t had_;  // trials that another run had of what begins again
  CountedHere here_{plan_};
  LookSource& source_ = plan_.counted != nullptr ? *plan_.counted : here_;
  Laps laps_;
  std::vector<std::unique_ptr<RunTarget>> targets_;
  Progress progress_;
  int number_ = 1;                // of the look that is next
  bool early_end_spent_ = false;  // on an early end of a run before
  std::map<std::pair<int, Multiset>, std::optional<std::uint64_t>> if_fair_;  // by deck
};

struct Bytes {
  std::uint64_t held = 0;           // as long as the target is undecided
  std::uint64_t of_thread = 0;      // for each thread beside the first, while it runs
  std::uint64_t while_decided = 0;  // what its record and the readers of its permutations take
};

std::uint64_t cells_of(const Multiset& multiset, std::uint64_t deck_size) {
  const std::uint64_t symbols = symbol_sizes(multiset, static_cast<int>(deck_size)).size();
  const bool pairs = counts_together(multiset, static_cast<int>(deck_size));
  return deck_size * symbols + (multiset.has_equal_cards() ? (symbols + 1) * (symbols + 1) : 0) +
         (pairs ? deck_size * (deck_size - 1) / 2 : 0);
}

Bytes bytes_of(const TargetDescription& description, std::optional<PermutationCounting> counting,
               std::uint64_t birthday_slots, const AskedTables& asked, bool pairs) {
  constexpr std::uint64_t halves = 2, counter = sizeof(std::uint64_t), listed_rank = sizeof(std::uint32_t);
  const auto deck_size = static_cast<std::uint64_t>(description.deck_size);
  // Positions and neighbours; of wide decks the positions of relative permutations count as well.
  const bool is_wide = is_wide_deck(description.deck_size);
  std::uint64_t derived = is_wide && !description.multiset.is_plain()
                              ? cells_of(description.multiset, deck_size) * counter
                              : (is_wide ? 3 : 2) * (deck_size + 1) * (deck_size + 1) * counter;
  if (description.marked > 0) derived += subset_count(description.deck_size, description.marked) * counter;
  // The judge has one for each half and one for the whole.
  Bytes bytes{.held = (halves + 3) * derived, .of_thread = halves * derived};
  if (keeps_permutations(description.deck_size, counting.has_value())) {
    // The judge brings the halves of one target together, in as much again.
    const std::uint64_t kept = birthday_slots * bytes_of_birthday_slot;
    bytes.held += kept;
    bytes.of_thread += kept;
    bytes.while_decided += kept;
  }
  const bool has_tables = description.deck_size >= smallest_large_deck &&
                          !is_wide_deck(description.deck_size) && description.multiset.is_plain();
  if (has_tables) {
    for (const TableInfo* table : asked) {
      const std::uint64_t cells = table->cells(description.deck_size) * counter;
      bytes.held += halves * cells;
      bytes.of_thread += halves * cells;
      // The judge's own tally, what it is made of, and the evidence between.
      bytes.while_decided += 4 * cells;
    }
  }
  if (pairs && has_tables) {
    const std::uint64_t counts = PairPositionCounts::bytes(description.deck_size);
    bytes.held += halves * counts;
    bytes.of_thread += halves * counts;
    // Copies of both halves, which are brought together.
    bytes.while_decided += halves * counts;
  }
  if (!counting) return bytes;
  const std::uint64_t permutations = permutation_count(description.deck_size);
  const bool narrow = counting->width == CounterWidth::narrow;
  // A wide counter has a byte beside it.
  const std::uint64_t table = permutations * (narrow ? sizeof(std::uint32_t) : counter + 1);
  const std::uint64_t list = counting->most_listed * listed_rank;
  bytes.held += halves * (table + list);
  bytes.of_thread += halves * (narrow ? list : table + list);
  bytes.while_decided = halves * counting->most_listed * counter;
  if (description.deck_size <= largest_counted_deck_size) bytes.while_decided += 2 * permutations * counter;
  return bytes;
}

}  // namespace

std::size_t RunPlan::targets_keeping_permutations() const {
  std::map<int, std::size_t> of_size;
  std::size_t keeping = 0;
  for (const auto& target : targets) {
    const TargetDescription& description = target->description();
    if (description.multiset.is_plain()) {
      ++of_size[description.deck_size];
    } else if (keeps_permutations(description.deck_size, false)) {
      ++keeping;
    }
  }
  for (const auto& [deck_size, count] : of_size) {
    if (keeps_permutations(deck_size, counting_of(deck_size, {}).has_value())) keeping += count;
  }
  return keeping;
}

Plan plan_data(const RunPlan& plan) {
  Plan data;
  static_cast<RunSettings&>(data) = plan;
  data.controls = plan.controls;
  data.birthday_slots = plan.slots_of_target();
  const AskedTables asked = asked_by(plan.certify).tables;
  std::erase_if(data.tests, [&](const std::string& name) {
    const TestInfo* test = find_test(name);
    const bool is_of_a_deck = std::ranges::any_of(plan.targets, [test](const auto& target) {
      const TargetDescription& description = target->description();
      return test->of_multiset(description.multiset, description.deck_size);
    });
    return !is_of_a_deck || !has_what_it_asks(*test, !plan.bets.empty(), plan.pairs, asked);
  });
  for (const TargetOfRun& target : plan.targets) {
    PlannedTarget& planned = data.targets.emplace_back();
    planned.name = target->name();
    planned.label = target.label;
    planned.group = target.group;
    planned.proof = target.proof;
    planned.target = target->description();
    planned.facts = target->facts();
    planned.facts.permutations_counted =
        plan.counting_of(planned.target.deck_size, planned.target.multiset).has_value();
    plan_on_deck(data, planned);
    planned.caveat = target->caveat();
    planned.expected = target.expected;
  }
  return data;
}

RunningTarget running_target(const RunPlan& plan, const Plan& data, std::size_t index) {
  const PlannedTarget& planned = data.targets[index];
  OnRequest asked = asked_by(plan.certify);
  asked.bets = planned.bets;
  asked.pairs = planned.pairs;
  asked.multiset = planned.target.multiset;
  // What is built in draws its trials independently, or from a source that is known. Of all others nobody
  // knows.
  asked.first_decks = planned.facts.may_end;
  return {*plan.targets[index], plan.seed,
          plan.counting_of(planned.target.deck_size, planned.target.multiset), data.birthday_slots, asked};
}

RunResult run_to_end(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress) {
  // Ranks of this machine that count have nothing to do while one of them judges.
  if (plan.threads > 1 || plan.counted != nullptr) share_work_by(on_cores);
  return Run(plan, on_progress).run();
}

void Pace::hear(const Progress& progress) {
  if (look_ == 0) trials_ = progress.trials_before;
  if (progress.look != look_) {
    look_ = progress.look;
    trials_before_look_ = trials_;
    seconds_before_look_ = seconds_;
  }
  trials_ = progress.trials_done;
  seconds_ = progress.seconds_counting;
}

std::optional<double> Pace::trials_a_second() const {
  const double seconds = seconds_ - seconds_before_look_;
  if (seconds < least_seconds || trials_ == trials_before_look_) return std::nullopt;
  return static_cast<double>(trials_ - trials_before_look_) / seconds;
}

std::optional<std::uint64_t> trials_if_fair(const RunPlan& plan, const TargetDescription& description,
                                            double tolerance) {
  if (plan.fixed_trials) return std::nullopt;
  const LookSchedule schedule(plan);
  const double confidence = 1 - (1 - plan.budget.confidence) * schedule.share(schedule.unscheduled() - 1);
  const auto counting = plan.counting_of(description.deck_size, description.multiset);
  const CountedDeck deck{.size = description.deck_size,
                         .marked = 0,
                         .permutations_counted = counting.has_value(),
                         .multiset = description.multiset};
  const std::optional<double> fewest = trials_if_fair(deck, plan.certify, tolerance, confidence);
  if (!fewest || *fewest > static_cast<double>(plan.max_trials)) return std::nullopt;
  return schedule.trials_at(schedule.look_from(static_cast<std::uint64_t>(*fewest)));
}

std::uint64_t memory_of(const RunPlan& plan) {
  Bytes all;
  const std::uint64_t slots = plan.slots_of_target();
  for (const auto& target : plan.targets) {
    const TargetDescription& description = target->description();
    const Bytes bytes = bytes_of(description, plan.counting_of(description.deck_size, description.multiset),
                                 slots, asked_by(plan.certify).tables, plan.pairs);
    all.held += bytes.held;
    all.of_thread = std::max(all.of_thread, bytes.of_thread);
    all.while_decided = std::max(all.while_decided, bytes.while_decided);
  }
  return all.held + all.of_thread * static_cast<std::uint64_t>(plan.threads - 1) + all.while_decided;
}

}  // namespace fairshuffle
