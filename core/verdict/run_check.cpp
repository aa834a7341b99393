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

  std::vector<Contradiction> run_failed() {
    check_counting();
    if (evidence_.trials > settings_.max_trials) {
      contradict("/trials", fmt::format("is {}, but the limit is {}", with_commas(evidence_.trials),
                                        with_commas(settings_.max_trials)));
    }
    const Evidence& e = evidence_;
    for (const auto& [where, is_nothing] : {std::pair{"/orders", e.orders.empty()},
                                            {"/order_histogram", e.order_histogram.empty()},
                                            {"/positions", e.positions.empty()},
                                            {"/neighbours", e.neighbours.empty()},
                                            {"/fixed_points", e.fixed_points.empty()},
                                            {"/cycles", e.cycles.empty()},
                                            {"/parity", e.parity.empty()},
                                            {"/subsets", e.subsets.empty()},
                                            {"/repeats", e.repeats.pairs == 0 && e.repeats.equal == 0},
                                            {"/bet", !e.bet.has_value()},
                                            {"/invalid", e.invalid_trials == 0 && e.witnesses.empty()},
                                            {"/unread", !e.unread}}) {
      if (!is_nothing) contradict(where, "is there, though nothing was judged");
    }
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
    const std::uint64_t streams = target_.facts.in_lanes ? lanes_per_block : 1;
    const Halves due = halves_of(evidence_.trials, streams);
    if (evidence_.invalid_trials > 0) return check_parted_pairs(due, streams);
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

  // An invalid trial parts two pairs, or one with an invalid neighbour or at an end of its stream.
  void check_parted_pairs(const Halves& due, std::uint64_t streams) {
    std::uint64_t least = due.pairs - std::min(due.pairs, 2 * evidence_.invalid_trials);
    std::uint64_t most = due.pairs;
    const bool all_are_known = evidence_.witnesses.size() == evidence_.invalid_trials;
    if (ran_out()) {
      most = evidence_.trials;  // it broke off in a block of which the halves are not known
    } else if (streams == 1 && all_are_known) {
      least = most = due.pairs - std::min(due.pairs, parted_pairs());
    }
    const std::uint64_t pairs = evidence_.repeats.pairs;
    if (pairs >= least && pairs <= most) return;
    contradict("/repeats/pairs",
               fmt::format("is {}, but {} trials of which {} are invalid have {}", with_commas(pairs),
                           with_commas(evidence_.trials), with_commas(evidence_.invalid_trials),
                           least == most ? with_commas(most)
                                         : fmt::format("{} to {}", with_commas(least), with_commas(most))));
  }

  bool ran_out() const {
    const LookSchedule schedule(settings_.max_trials, settings_.fixed_trials);
    return !target_.facts.recorded &&
           evidence_.trials != schedule.trials_at(look_of(settings_, target_, evidence_));
  }

  // Of the pairs (trial, next trial) within halves of blocks those with a witness in them.
  std::uint64_t parted_pairs() const {
    const auto begins_half = [this](std::uint64_t trial) {
      const std::uint64_t within = trial % trials_per_block, block_begin = trial - within;
      const std::uint64_t block = std::min(trials_per_block, evidence_.trials - block_begin);
      return within == 0 || within == block / 2;
    };
    std::uint64_t parted = 0, last_counted = 0;  // pairs by their second trial
    for (const WitnessRecord& witness : evidence_.witnesses) {
      for (const std::uint64_t second : {witness.trial, witness.trial + 1}) {
        if (second <= last_counted || second >= evidence_.trials) continue;
        last_counted = second;
        if (!begins_half(second)) ++parted;
      }
    }
    return parted;
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

std::vector<Contradiction> contradictions_of_failed(const RunSettings& settings, const PlannedTarget& target,
                                                    const Evidence& evidence) {
  return RunCheck(settings, target, evidence).run_failed();
}

}  // namespace fairshuffle
