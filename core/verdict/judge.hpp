// Plan and evidence in, findings out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "core/record/plan.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// What a run says as a whole, once its targets are judged.

/// Fills in what its targets' verdicts come to: the verdict of the run, or a note that says why there is
/// none, where a control came out wrong or a target failed.
void conclude(RunRecord& run);

/// The record of a run that has ended: its settings, the plan's word on every target, results and controls
/// apart, and what it comes to. targets: one for each of the plan, in order. Who wrote it, by which command
/// and where is left to the caller.
RunRecord concluded(const Plan& plan, std::vector<TargetRecord> targets);

// The judge: plan and evidence -> findings. With its helpers in this folder the only place that knows alpha,
// tolerance and confidence. It reads nothing but its arguments: the engine calls it at every look, a check of
// a report on what the report holds, and whoever summed up evidence from elsewhere on that.

/// One look of the whole run.
struct Look {
  int number = 1;                     ///< from 1
  bool is_last = false;               ///< no more trials will come of any target
  double share = 1;                   ///< of alpha, and of 1 - confidence, that this look may spend
  std::uint64_t family = 1;           ///< hypotheses of the whole plan, of decided targets too
  std::uint64_t rejected_before = 0;  ///< of these, rejected at earlier looks
  std::uint64_t e_values = 0;         ///< targets of the whole plan that have one

  /// Of alpha, what the hypotheses of the family may spend at this look. E-values have the other half: they
  /// may be looked at as often as one likes, so none of it is shared out over looks.
  double alpha_of_family(double alpha) const { return (e_values > 0 ? alpha / 2 : alpha) * share; }
};

/// Look `number` of a plan, of whose hypotheses so many were rejected before.
Look look_at(const Plan& plan, int number, std::uint64_t rejected_before);

/// A target that is undecided at a look, as the judge asks for it.
class UndecidedTarget {
 public:
  UndecidedTarget() = default;
  UndecidedTarget(const UndecidedTarget&) = delete;
  UndecidedTarget& operator=(const UndecidedTarget&) = delete;
  virtual ~UndecidedTarget() = default;

  virtual const PlannedTarget& planned() const = 0;
  /// Where the judge writes what it finds. No verdict there: more trials are to come.
  virtual Findings& findings() = 0;
  /// What it has shown so far; must add up (tally_of). The judge lets go of it before it asks another target,
  /// since the counts of many large decks would not fit together.
  virtual Evidence evidence() = 0;
  /// Asked once, when it has a verdict: what it has shown, kept until another target is asked. Null
  /// where it comes out now that it has failed after all; then its findings are left as they are.
  virtual const Evidence* last_evidence() = 0;
  /// Asked after that where takes_bet: chooses the bet of that evidence, if none is chosen.
  virtual void choose_bet() {}
};

/// One look at the undecided targets of a plan. In turn
///   - examined, target by target: tests, and the upper bound on the bias;
///   - reject, over all of them together;
///   - a verdict each (verdict_of), or more trials are to come. Of those that have one:
///   - what their relative permutations show, and whether the trials of a biased or invalid one are
///   dependent; then no bound
///     on its bias holds, no bet is to be chosen, and no mistake is looked for in its single decks;
///   - the bet is judged, at the confidence that the look could spend, and all that goes with a verdict is
///     filled in, but for the words.
/// Throws std::invalid_argument where evidence does not add up.
void judge_look(const RunSettings& settings, const Look& look, std::span<UndecidedTarget* const> undecided);

/// Of one target its tests and the upper bound on its bias, at the look's share of the
/// budget. The evidence must add up (tally_of); throws std::invalid_argument otherwise.
Findings examined(const RunSettings& settings, const PlannedTarget& target, const Look& look,
                  const Evidence& evidence);

/// Over all targets that are undecided at the look together, because they share its component of alpha:
/// Holm's method (Holm 1979) within the family of the whole plan. Hypotheses rejected at earlier looks leave
/// the family; those of targets that passed stay in it, since which targets pass early depends on the data.
/// Fills in adjusted_p and rejected. An e-value is in no family: it rejects where 1/E times the number of
/// e-values of the plan, which is its adjusted p-value, is at most half of alpha.
///
/// The adjusted p-value of a test that rejects is Holm's. That of any other is max(r, min(1, p k)): r the
/// largest adjusted p-value that rejects at this look, k the hypotheses left after its rejections. It depends
/// on the tests that reject and on the test itself, so on nothing but the records of decided targets. It is
/// never below Holm's, which is the largest min(1, (m - j + 1) p_j) over the p-values up to this one: those
/// that reject give at most r, and any later p_j has a factor of at most k and is at most p. It gives the
/// same verdicts: the smallest p-value that Holm's method does not reject has p k above alpha, k being its
/// factor there, and so has every larger one.
void reject(const Look& look, double alpha, std::span<Findings* const> undecided);

/// What tests and bounds bring, and of the evidence its trials, valid and not; no verdict while more trials
/// are to come.
std::optional<Verdict> verdict_of(const RunSettings& settings, const PlannedTarget& target, const Look& look,
                                  const Evidence& evidence, const Findings& findings);

/// A run that has ended: for each target of the plan, in order, the findings of its evidence. Targets are
/// judged look by look, as they were decided (look_of); one whose evidence has an error has none. As many
/// evidences as targets, all of which add up; throws std::invalid_argument otherwise.
std::vector<Findings> judge(const Plan& plan, std::span<const Evidence> evidence);

/// The same where all evidence together would be too much: `looks` has look_of for each target, or nothing
/// where its evidence has an error, and counted(index) gives the evidence of one. It is called twice for
/// each, and let go of before the next call.
std::vector<Findings> judge(const Plan& plan, std::span<const std::optional<int>> looks,
                            const std::function<Evidence(std::size_t)>& counted);

/// Whether a bet is chosen for a decided target, to bound the bias from below: where something bounds it from
/// above, and of large decks where so many trials measure it, though they may bound no family yet.
bool takes_bet(int deck_size, const BiasRecord& bias);

// Can the evidence be that of a run of this plan?

/// The look, from 1, at which a target of this plan with this evidence was judged last: what is recorded has
/// one look, anything else stands at the first look that is due at its trials or later.
int look_of(const RunSettings& settings, const PlannedTarget& target, const Evidence& evidence);

/// What is wrong with the evidence of a judged target beside what tally_of looks at. Its trials are those due
/// at a look, or fewer where the target may end. The successive pairs follow from the streams: a target in
/// sequence has one, elsewhere each block has one, or one for each lane. An invalid trial has no part in a
/// pair: where all of them are among the witnesses the pairs are known, elsewhere there are bounds. The
/// trials that a bet is judged on follow from the blocks.
std::vector<Contradiction> contradictions_of(const RunSettings& settings, const PlannedTarget& target,
                                             const Evidence& evidence);

/// The same for a target that could not be run to a verdict, of which nothing is kept but how far it came.
std::vector<Contradiction> contradictions_of_failed(const RunSettings& settings, const PlannedTarget& target,
                                                    const Evidence& evidence);

}  // namespace fairshuffle
