// The judge: tallies of a look -> verdicts. The only place, with its helpers in this folder, that knows
// alpha, tolerance and confidence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/findings.hpp"

namespace fairshuffle {

/// What is known of one target at a look: its trials, in two halves, so that a bet can be chosen on one and
/// judged on the other.
struct Evidence {
  Evidence(int deck_size, int marked) : first_half(deck_size, marked), second_half(deck_size, marked) {}
  Evidence(int deck_size, int marked, std::optional<OrderCounting> counting)
      : first_half(deck_size, marked, counting), second_half(deck_size, marked, counting) {}
  Evidence(RunningTally first, RunningTally second)
      : first_half(std::move(first)), second_half(std::move(second)) {}

  /// Empty evidence for another thread to count into at the same time; `merge` then brings both together.
  Evidence beside() const { return {first_half.beside(), second_half.beside()}; }
  void merge(const Evidence& other) {
    first_half.merge(other.first_half);
    second_half.merge(other.second_half);
  }

  /// Of both halves.
  std::uint64_t invalid_trials() const { return first_half.invalid_trials() + second_half.invalid_trials(); }

  RunningTally first_half;
  RunningTally second_half;
};

/// One look of the whole job.
struct Look {
  int number = 1;            ///< from 1
  bool is_last = false;      ///< no more trials will come of any target: what is undecided is inconclusive
  double share = 1;          ///< of alpha, and of 1 - confidence, that this look may spend
  std::uint64_t family = 1;  ///< hypotheses of the whole job: the tests of all its targets, decided or not
  std::uint64_t rejected_before = 0;  ///< of these, rejected at earlier looks
};

/// One target that is still undecided at a look.
struct Candidate {
  const Evidence* evidence = nullptr;
  std::vector<const TestInfo*> tests;         ///< tests_for its marked cards
  const TargetDescription* target = nullptr;  ///< for the record and its words; may be absent
  bool is_last = false;                       ///< of this target no more trials will come, whatever the look
};

/// Judges all candidates of a look together, because they share the look's part of alpha: Holm's method over
/// their tests within the family of the whole job. Hypotheses rejected at earlier looks leave the family;
/// those of targets that passed stay in it, since which targets pass early depends on the data. Gives a
/// record for each candidate, in order, with everything that follows from the counts; its verdict is absent
/// while more trials are to come.
std::vector<TargetRecord> judge(std::span<const Candidate> candidates, const Look& look,
                                const Budget& budget);

}  // namespace fairshuffle
