// A target of a run: its trials, and what is found.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/record/run_record.hpp"
#include "core/verdict/judge.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/engine/keeping.hpp"
#include "harness/engine/look_source.hpp"
#include "harness/target/target.hpp"

namespace fairshuffle {

/// Time that is charged to one account after the other.
class Laps {
 public:
  /// What passes from now on, in seconds; null: to none.
  void charge_to(double* account);

 private:
  double* account_ = nullptr;
  std::chrono::steady_clock::time_point since_;
};

class RunTarget final : public UndecidedTarget {
 public:
  /// The target, which has this index in the plan, the laps and who counts it elsewhere (null for nobody)
  /// must outlive it. Its running and its judging are charged to its own account.
  RunTarget(const Target& target, std::size_t index, const PlannedTarget& planned, RunningTarget running,
            Laps& laps, LookSource* counted);

  /// Takes its counts from another run. Throws CodedCountsError.
  void go_on_from(CountsReader& reader) { running_->go_on_from(reader); }
  /// It was decided in another run.
  void take(TargetRecord record);
  /// What another run needs to go on with it.
  KeptRun::KeptTarget kept() const {
    return {.record = record_,
            .is_decided = !running_,
            .counts = running_ && !ended_early_ && running_->can_go_on() ? &*running_ : nullptr};
  }

  const PlannedTarget& planned() const override { return record_; }
  Findings& findings() override { return record_; }
  Evidence evidence() override;
  const Evidence* last_evidence() override;
  void choose_bet() override;

  /// False once it is decided or has failed.
  bool is_running() const { return running_.has_value(); }
  /// While it is running.
  std::uint64_t trials() const { return running_->trials(); }
  const std::string& name() const { return target_.name(); }
  /// In the plan.
  std::size_t index() const { return index_; }

  /// As RunningTarget::extend_to, but what is thrown makes it fail, or ends it where it was disturbed in a
  /// run that is to end: such a signal may have been for all of them. Where it is worth to go on from what is
  /// kept of the run, it throws TargetDisturbed for what is_for_another_run; of a target that begins again
  /// another run had `had` trials.
  void extend_to(std::uint64_t trials, std::uint64_t had, int threads,
                 const std::function<void(std::uint64_t)>& on_block, const IsToEnd& is_to_end,
                 const std::function<bool()>& is_worth_going_on);
  /// Takes what was counted elsewhere of the trials from where it stands; what failed there is taken as in
  /// extend_to. Throws CodedCountsError.
  void add_counted(const AskedTrials& asked, const IsToEnd& is_to_end,
                   const std::function<bool()>& is_worth_going_on);
  /// To be called when it is to be judged as it stands: the run is to end, or it has no more trials than
  /// those that it gave. Without a trial it fails.
  void end_early();
  /// It is to be judged at no further look than the last of all.
  bool has_ended() const { return ended_early_; }
  /// To be called after each look: with a verdict it is put in words, and runs no more.
  void end_look(const Budget& budget);

  double seconds() const { return seconds_; }
  TargetRecord take_record() { return std::move(record_); }

 private:
  void fail(const std::string& reason, std::uint64_t trials);
  // It failed, at that trial.
  void break_off(const ShardPart& part, std::uint64_t trials, const IsToEnd& is_to_end,
                 const std::function<bool()>& is_worth_going_on);
  // What it is known to have failed by, now that it is decided; empty for nothing.
  std::string fault_at_end();

  const Target& target_;
  const std::size_t index_;
  std::optional<RunningTarget> running_;
  Laps& laps_;
  LookSource* const counted_;
  bool unread_ = false;  // more is recorded than may be run
  bool ended_early_ = false;
  double seconds_ = 0;
  TargetRecord record_;
};

}  // namespace fairshuffle
