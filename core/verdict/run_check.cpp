#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/interpret/lanes/kernel.hpp"
#include "core/permutation/permutation.hpp"
#include "core/permutation/sentence.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/permutations.hpp"
#include "core/tally/birthday.hpp"
#include "core/verdict/judge.hpp"

namespace fairshuffle {

namespace {

// The pairs of trials that follow each other in one stream: a run in sequence is one, and elsewhere each
// block is, or each of its lanes.
std::uint64_t pairs_of(const TargetFacts& facts, std::uint64_t trials) {
  if (facts.in_sequence) return trials - std::min<std::uint64_t>(trials, 1);
  const auto of_block = [&facts](std::uint64_t block) {
    return block - std::min<std::uint64_t>(block, facts.in_lanes ? lanes_per_block : 1);
  };
  return trials / trials_per_block * of_block(trials_per_block) + of_block(trials % trials_per_block);
}

class RunCheck {
 public:
  RunCheck(const RunSettings& settings, const PlannedTarget& target, const Evidence& evidence)
      : settings_(settings), target_(target), evidence_(evidence) {}

  std::vector<Contradiction> run() {
    check_trials();
    check_halves();
    check_places();
    check_counting();
    check_kept_permutations();
    check_asked_tables();
    check_words();
    return std::move(contradictions_);
  }

  std::vector<Contradiction> run_failed() {
    check_counting();
    if (evidence_.trials > settings_.max_trials) {
      contradict("/trials", sentence("is {}, but the limit is {}", evidence_.trials, settings_.max_trials));
    }
    const Evidence& e = evidence_;
    const auto check_nothing = [this](std::string_view name, bool is_nothing) {
      if (!is_nothing) contradict(fmt::format("/{}", name), "is there, though nothing was judged");
    };
    check_nothing("permutations", e.permutations.empty());
    check_nothing("permutation_histogram", e.permutation_histogram.empty());
    Tally::for_each(
        [&](std::string_view name, const auto& kind) {
          if constexpr (requires { kind.empty(); }) check_nothing(name, kind.empty());
        },
        e);
    check_nothing("table_histograms", e.table_histograms.empty());
    check_nothing("pair_positions", !e.pair_positions);
    check_nothing("multiset", !e.multiset);
    check_nothing("successive", e.successive == SuccessiveEvidence{});
    check_nothing("repeats", e.repeats.pairs == 0 && e.repeats.equal == 0);
    check_nothing("birthday", e.birthday == BirthdayCounts{});
    check_nothing("bet", !e.bet);
    check_nothing("invalid", e.invalid_trials == 0 && e.witnesses.empty());
    check_nothing("unread", !e.unread);
    return std::move(contradictions_);
  }

 private:
  void contradict(std::string_view where, std::string sentence) {
    contradictions_.push_back({fmt::format("/evidence{}", where), std::move(sentence)});
  }

  void check_trials() {
    const std::uint64_t due = target_.facts.recorded ? settings_.max_trials : trials_due();
    // A target from outside may fail after a trial that was no permutation, which is evidence of its own.
    const bool may_stop = target_.facts.recorded || evidence_.ended_early ||
                          (target_.facts.may_end && evidence_.invalid_trials > 0);
    if (may_stop ? evidence_.trials <= due : evidence_.trials == due) return;
    contradict("/trials", sentence("is {}, but {} {}", evidence_.trials,
                                   may_stop ? "the limit is" : "the look comes at", due));
  }

  void check_halves() {
    const std::uint64_t pairs = pairs_of(target_.facts, evidence_.trials);
    if (evidence_.invalid_trials > 0) return check_parted_pairs(pairs);
    if (evidence_.repeats.pairs != pairs) {
      contradict("/repeats/pairs",
                 sentence("is {}, but {} trials in blocks of {} have {}", evidence_.repeats.pairs,
                          evidence_.trials, trials_per_block, pairs));
    }
    const std::uint64_t judged = in_second_halves();
    if (evidence_.bet && evidence_.bet->judged != judged) {
      contradict("/bet/judged", sentence("is {}, but the second halves of the blocks have {} trials",
                                         evidence_.bet->judged, judged));
    }
  }

  // Where the hits of a bet lie is kept of trials from outside; there is no such place without one to choose
  // on, or to judge.
  void check_places() {
    if (!evidence_.bet) return;
    const std::uint64_t judged = evidence_.bet->judged, valid = evidence_.trials - evidence_.invalid_trials;
    const bool due = target_.facts.may_end && judged > 0 && judged < valid;
    if (evidence_.bet->places.has_value() == due) return;
    contradict("/bet/places", due ? "is missing, where trials come from outside"
                                  : "is there, where no trials from outside were chosen on and judged");
  }

  // Each block is halved by itself. The looks within block 0 cut it at even numbers of trials, so its pieces,
  // each halved by itself, have as many in their second halves as the whole.
  // Where a shuffle was cut off, its last piece is short of what its halves are of.
  std::uint64_t in_second_halves() const {
    const std::uint64_t trials = evidence_.trials, rest = trials % trials_per_block;
    if (!evidence_.ended_early || target_.facts.writes_rows) return (trials - rest) / 2 + rest - rest / 2;
    const LookSchedule schedule(settings_);
    const int look = schedule.look_from(trials);
    const std::uint64_t looked_at = look == 1 ? 0 : schedule.trials_at(look - 1);
    const std::uint64_t begin = std::max(looked_at, trials - rest);
    const std::uint64_t end = std::min(schedule.trials_at(look), trials - rest + trials_per_block);
    return begin / 2 + trials - begin - std::min(trials - begin, (end - begin) / 2);
  }

  // An invalid trial parts two pairs, or one with an invalid neighbour or at an end of its stream.
  void check_parted_pairs(std::uint64_t due) {
    std::uint64_t least = due - std::min(due, 2 * evidence_.invalid_trials);
    std::uint64_t most = due;
    const bool all_are_known = evidence_.witnesses.size() == evidence_.invalid_trials;
    if (ran_out()) {
      most = evidence_.trials;  // it broke off in a block of which the halves are not known
    } else if (!target_.facts.in_lanes && all_are_known) {
      least = most = due - std::min(due, parted_pairs());
    }
    const std::uint64_t pairs = evidence_.repeats.pairs;
    if (pairs >= least && pairs <= most) return;
    const std::string due_pairs = least == most ? with_commas(most) : sentence("{} to {}", least, most);
    contradict("/repeats/pairs", sentence("is {}, but {} trials of which {} are invalid have {}", pairs,
                                          evidence_.trials, evidence_.invalid_trials, due_pairs));
  }

  bool ran_out() const { return !target_.facts.recorded && evidence_.trials != trials_due(); }

  // Of the look that the trials were run for.
  std::uint64_t trials_due() const {
    const LookSchedule schedule(settings_);
    return schedule.trials_at(schedule.look_from(evidence_.trials));
  }

  // Of the pairs (trial, next trial) within one stream those with a witness in them.
  std::uint64_t parted_pairs() const {
    const auto begins_stream = [this](std::uint64_t trial) {
      return trial == 0 || (!target_.facts.in_sequence && trial % trials_per_block == 0);
    };
    std::uint64_t parted = 0, last_counted = 0;  // pairs by their second trial
    for (const WitnessRecord& witness : evidence_.witnesses) {
      for (const std::uint64_t second : {witness.trial, witness.trial + 1}) {
        if (second <= last_counted || second >= evidence_.trials) continue;
        last_counted = second;
        if (!begins_stream(second)) ++parted;
      }
    }
    return parted;
  }

  void check_counting() {
    const bool counted = target_.target.multiset.is_plain() &&
                         permutation_counting_for(target_.target.deck_size, settings_.first_limit(),
                                                  settings_.budget.tolerance, settings_.budget.confidence)
                             .has_value();
    if (counted == target_.facts.permutations_counted) return;
    contradictions_.push_back(
        {"/facts/permutations_counted",
         fmt::format("is {}, where a run of these limits {} them", target_.facts.permutations_counted,
                     counted ? "counts" : "does not count")});
  }

  void check_kept_permutations() {
    if (!keeps_permutations(target_.target.deck_size, target_.facts.permutations_counted)) return;
    // One look's trials are known before they run, those of a log only after.
    const std::uint64_t trials = target_.facts.recorded ? evidence_.trials : trials_due();
    const std::uint64_t due = kept_one_in(trials, settings_.birthday_slots);
    if (evidence_.birthday.one_in == due) return;
    contradict("/birthday/one_in", sentence("is {}, where one permutation in {} is kept of {} trials",
                                            evidence_.birthday.one_in, due, trials));
  }

  // Whether they are counted follows from the families that are asked.
  void check_asked_tables() {
    if (target_.target.deck_size < smallest_large_deck || !target_.target.multiset.is_plain()) return;
    const OnRequest asked = asked_by(settings_.certify);
    if (asked.pairs && !settings_.pairs)
      contradict("/pair_positions", "are not counted, where a family that is asked reads them");
    for (const TableInfo* info : all_tables()) {
      if (!info->on_request) continue;
      const std::string name(info->name);
      const bool found = evidence_.tables.contains(name) || evidence_.table_histograms.contains(name);
      const bool due = std::ranges::find(asked.tables, info) != asked.tables.end();
      if (found == due) continue;
      contradict("/tables/" + name, due ? "is missing, where a bet family that is asked reads it"
                                        : "is there, where no bet family that is asked reads it");
    }
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
  const LookSchedule schedule(settings);
  // All that a run was ended with is judged together, after every look that was due.
  if (evidence.ended_early) return schedule.unscheduled();
  return target.facts.recorded ? 1 : schedule.look_from(evidence.trials);
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
