#include "core/verdict/run_check.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/interpret/lanes/kernel.hpp"
#include "core/order/number_text.hpp"
#include "core/statistics/orders.hpp"

namespace fairshuffle {

namespace {

/// How the trials of a target lie in the halves of their blocks.
struct Halves {
  std::uint64_t pairs = 0;      ///< of trials that follow each other in one stream
  std::uint64_t in_second = 0;  ///< trials of second halves
};

Halves halves_of(std::uint64_t trials, std::uint64_t streams) {
  const auto of_block = [streams](std::uint64_t block) {
    const std::uint64_t first = block / 2, second = block - first;
    return Halves{.pairs = first - std::min(first, streams) + (second - std::min(second, streams)),
                  .in_second = second};
  };
  const Halves whole = of_block(trials_per_block), rest = of_block(trials % trials_per_block);
  const std::uint64_t blocks = trials / trials_per_block;
  return {.pairs = blocks * whole.pairs + rest.pairs, .in_second = blocks * whole.in_second + rest.in_second};
}

class RunCheck {
 public:
  RunCheck(const RunSettings& settings, const PlannedTarget& target, const Evidence& evidence)
      : settings_(settings), target_(target), evidence_(evidence) {}

  std::vector<Contradiction> run() {
    check_trials();
    check_halves();
    check_counting();
    check_words();
    return std::move(contradictions_);
  }

 private:
  void contradict(std::string_view where, std::string sentence) {
    contradictions_.push_back({fmt::format("/evidence{}", where), std::move(sentence)});
  }

  void check_trials() {
    const LookSchedule schedule(settings_.max_trials, settings_.fixed_trials);
    const int look = look_of(settings_, target_, evidence_);
    const std::uint64_t due = target_.facts.recorded ? settings_.max_trials : schedule.trials_at(look);
    // A target from outside may fail after a trial that was no order, which is evidence of its own.
    const bool may_stop = target_.facts.recorded || (target_.facts.may_end && evidence_.invalid_trials > 0);
    if (may_stop ? evidence_.trials <= due : evidence_.trials == due) return;
    contradict("/trials", fmt::format("is {}, but {} {}", with_commas(evidence_.trials),
                                      may_stop ? "the limit is" : "the look comes at", with_commas(due)));
  }

  void check_halves() {
    // An invalid trial may part two pairs, one or none, and leaves no bet.
    if (evidence_.invalid_trials > 0) return;
    const Halves due =
        halves_of(evidence_.trials, target_.facts.in_lanes ? std::uint64_t{lanes_per_block} : 1);
    if (evidence_.repeats.pairs != due.pairs) {
      contradict(
          "/repeats/pairs",
          fmt::format("is {}, but {} trials in blocks of {} have {}", with_commas(evidence_.repeats.pairs),
                      with_commas(evidence_.trials), with_commas(trials_per_block), with_commas(due.pairs)));
    }
    if (evidence_.bet && evidence_.bet->judged != due.in_second) {
      contradict("/bet/judged", fmt::format("is {}, but the second halves of the blocks have {} trials",
                                            with_commas(evidence_.bet->judged), with_commas(due.in_second)));
    }
  }

  void check_counting() {
    const bool counted = order_counting_for(target_.target.deck_size, settings_.max_trials,
                                            settings_.budget.tolerance, settings_.budget.confidence)
                             .has_value();
    if (counted == target_.facts.orders_counted) return;
    contradictions_.push_back(
        {"/facts/orders_counted",
         fmt::format("is {}, where a run of these limits {} them", target_.facts.orders_counted,
                     counted ? "counts" : "does not count")});
  }

  void check_words() {
    if (!evidence_.error.empty()) contradict("/error", "is there beside a verdict");
    if (evidence_.unread && !(target_.facts.recorded && evidence_.trials == settings_.max_trials)) {
      contradict("/unread", "is true, where nothing was left to read");
    }
    for (std::size_t index = 0; index < evidence_.witnesses.size(); ++index) {
      if (evidence_.witnesses[index].row.empty() || target_.facts.may_end) continue;
      contradict(fmt::format("/invalid/witnesses/{}/row", index),
                 "is there, though a target that is built in writes no rows");
    }
  }

  const RunSettings& settings_;
  const PlannedTarget& target_;
  const Evidence& evidence_;
  std::vector<Contradiction> contradictions_;
};

}  // namespace

int look_of(const RunSettings& settings, const PlannedTarget& target, const Evidence& evidence) {
  if (target.facts.recorded) return 1;
  const LookSchedule schedule(settings.max_trials, settings.fixed_trials);
  int look = 1;
  while (schedule.trials_at(look) < evidence.trials && !schedule.is_last(look)) ++look;
  return look;
}

std::vector<Contradiction> contradictions_of(const RunSettings& settings, const PlannedTarget& target,
                                             const Evidence& evidence) {
  return RunCheck(settings, target, evidence).run();
}

}  // namespace fairshuffle
