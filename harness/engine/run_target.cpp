#include "harness/engine/run_target.hpp"

#include <exception>
#include <new>
#include <utility>

#include "core/record/evidence_tally.hpp"
#include "core/verdict/lower_bound.hpp"
#include "harness/target/target_error.hpp"
#include "reports/words/verdict_sentence.hpp"

namespace fairshuffle {

void Laps::charge_to(double* account) {
  const auto now = std::chrono::steady_clock::now();
  if (account_ != nullptr) *account_ += std::chrono::duration<double>(now - since_).count();
  account_ = account;
  since_ = now;
}

RunTarget::RunTarget(const Target& target, std::size_t index, const PlannedTarget& planned,
                     RunningTarget running, Laps& laps, LookSource* counted)
    : target_(target), index_(index), running_(std::move(running)), laps_(laps), counted_(counted) {
  static_cast<PlannedTarget&>(record_) = planned;
}

void RunTarget::take(TargetRecord record) {
  record_ = std::move(record);
  running_.reset();
}

Evidence RunTarget::evidence() {
  laps_.charge_to(&seconds_);
  return evidence_of(running_->counted());
}

const Evidence* RunTarget::last_evidence() {
  laps_.charge_to(&seconds_);
  if (const std::string fault = fault_at_end(); !fault.empty()) {
    // No failure makes a biased target less so, but a fair one must have come to its end.
    if (record_.verdict == Verdict::fair || record_.verdict == Verdict::inconclusive) {
      fail(fault, running_->trials());
      return nullptr;
    }
  }
  record_.evidence = evidence_of(running_->counted());
  record_.evidence.unread = unread_;
  record_.evidence.ended_early = ended_early_;
  return &record_.evidence;
}

std::string RunTarget::fault_at_end() {
  try {
    if (counted_ == nullptr) {
      running_->finish();
    } else if (record_.facts.in_sequence) {
      counted_->finish(index_);
    }
  } catch (const TargetDisturbed& error) {
    return ended_early_ ? "" : error.what();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

void RunTarget::choose_bet() {
  const TallyHalves& halves = running_->counted();
  record_.evidence.bet = chosen_bet(halves.first.complete(), halves.second.complete());
}

void RunTarget::extend_to(std::uint64_t trials, std::uint64_t had, int threads,
                          const std::function<void(std::uint64_t)>& on_block, const IsToEnd& is_to_end,
                          const std::function<bool()>& is_worth_going_on) {
  laps_.charge_to(&seconds_);
  const auto break_off_here = [&](const std::exception& error, bool disturbed) {
    const std::uint64_t at = running_->trials();
    break_off({.error = error.what(), .disturbed = disturbed, .ran_before = at < had}, at, is_to_end,
              is_worth_going_on);
  };
  try {
    running_->extend_to(trials, threads, on_block, is_to_end);
    if (record_.facts.recorded) {
      unread_ = running_->trials() == trials && running_->has_more();
    } else if (running_->trials() < trials && !(is_to_end && is_to_end())) {
      end_early();
    }
  } catch (const TargetDisturbed& error) {
    break_off_here(error, true);
  } catch (const std::bad_alloc&) {
    fail("there is not enough memory for its counters; take a smaller deck, fewer threads or --slots",
         running_->trials());
  } catch (const std::exception& error) {
    break_off_here(error, false);
  }
  laps_.charge_to(nullptr);
}

void RunTarget::add_counted(const AskedTrials& asked, const IsToEnd& is_to_end,
                            const std::function<bool()>& is_worth_going_on) {
  LookSource::Parts parts = counted_->parts_of(asked);
  const std::uint64_t from = trials();
  running_->add_counted(asked.to, parts.counts);
  bool has_ended = false;
  for (const ShardPart& part : parts.told) {
    // As extend_to has it: what is disturbed keeps the trials that it gave.
    const bool keeps = part.disturbed && record_.facts.in_sequence;
    if (!part.error.empty()) return break_off(part, keeps ? trials() : from, is_to_end, is_worth_going_on);
    has_ended = has_ended || part.ended_early;
  }
  if (running_->trials() == asked.to) return;
  if (!has_ended) throw CodedCountsError("lack trials of " + name());
  end_early();
}

void RunTarget::end_early() {
  if (trials() == 0) return fail("the run was ended before its first trial", 0);
  ended_early_ = true;
}

void RunTarget::end_look(const Budget& budget) {
  if (!record_.verdict) return;
  put_in_words(budget, record_);
  running_.reset();
}

void RunTarget::break_off(const ShardPart& part, std::uint64_t trials, const IsToEnd& is_to_end,
                          const std::function<bool()>& is_worth_going_on) {
  if (part.disturbed && record_.facts.in_sequence && comes_true(is_to_end)) return end_early();
  if (is_for_another_run(part, record_.facts.in_sequence) && is_worth_going_on()) {
    throw TargetDisturbed(name() + ": " + part.error);
  }
  // A trial that was no order is evidence of its own, whatever came after it.
  if (running_->counted().invalid_trials() == 0) fail(part.error, trials);
}

void RunTarget::fail(const std::string& reason, std::uint64_t trials) {
  record_.evidence = {};
  record_.evidence.error = reason;
  record_.evidence.trials = trials;
  static_cast<Findings&>(record_) = {};
  put_in_words({}, record_);
  running_.reset();
}

}  // namespace fairshuffle
