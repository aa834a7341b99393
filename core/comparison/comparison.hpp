// Two records of the same job: what changed from the one to the other, as plain data. Words are made of it
// elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/comparison/compared_bets.hpp"
#include "core/comparison/compared_counts.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// What may be set otherwise in two records.
enum class ComparedSetting {
  // Of a run.
  version,
  seed,
  alpha,
  confidence,
  tolerance,
  most_trials,
  looks,  ///< whether there is one look, at the most trials
  named_bets,
  // Of a target.
  kind,
  shuffle,
  options,
  deck_size,
  source,
  bits,
  draw_method,
  seeding,
  clock,
  shuffles_a_second,
  seeds,
  reset,
  marked_cards,
  expected_verdict,
};

/// Names with what each is set to: options, or named bets with what they are on, as --bet takes it.
using NamedSettings = std::vector<std::pair<std::string, std::string>>;

/// What a setting is in one record. Absent: there is none.
using SettingValue =
    std::variant<std::monostate, std::string, double, std::uint64_t, bool, NamedSettings, Verdict>;

/// A setting that is not the same in both.
struct ChangedSetting {
  ComparedSetting setting = ComparedSetting::version;
  SettingValue before;  ///< in OLD
  SettingValue after;   ///< in NEW

  bool operator==(const ChangedSetting&) const = default;
};

/// A test of a target in one of the records.
struct TestOutcome {
  double p_value = 1;
  double log10_p = 0;
  Tail tail = Tail::upper;
  double adjusted_p = 1;  ///< after Holm's method in its run
  bool rejected = false;
};

struct ComparedTest {
  std::string name;                   ///< of the hypothesis
  std::optional<TestOutcome> before;  ///< absent where it was not applied, or not there at all
  std::optional<TestOutcome> after;
};

/// How a target stands in one of the records.
struct TargetState {
  std::optional<Verdict> verdict;
  std::string error;     ///< why there is no verdict
  std::string sentence;  ///< the verdict in plain words
  int deck_size = 0;
  std::uint64_t trials = 0;
  BiasRecord bias;
};

struct ComparedTarget {
  std::string name;
  std::optional<TargetState> before;  ///< absent where only NEW has the target
  std::optional<TargetState> after;
  bool became_biased = false;  ///< biased or invalid in NEW, and neither in OLD
  bool unjudged = false;       ///< in NEW, but without a verdict there
  std::vector<ChangedSetting> settings;
  std::vector<ComparedTest> tests;  ///< in the order of NEW, then those that only OLD has
  ComparedCounts counts;            ///< untested where a verdict is absent
  std::vector<ComparedBet> bets;    ///< named bets; none where a verdict is absent

  bool verdict_changed() const { return !before || !after || before->verdict != after->verdict; }
};

struct Comparison {
  std::vector<ChangedSetting> settings;  ///< of the runs as a whole
  std::vector<ComparedTarget> targets;   ///< in the order of OLD, then those that only NEW has
  std::size_t in_both = 0;               ///< targets that both have
  TestedTogether tested;                 ///< Holm's family
  std::size_t became_biased = 0;
  std::size_t unjudged = 0;       ///< targets of NEW without a verdict
  bool control_is_wrong = false;  ///< in NEW: none of its verdicts counts
  double confidence = 0;          ///< of all answers "differ" together
};

/// Compares results; of the controls only NEW's are looked at, for whether one came out wrong. Targets belong
/// together by their names, the k-th of a name to the k-th. A target that only NEW has and that is biased
/// there became biased: nothing says that it was not. One that NEW lacks is told and no more. The p-values of
/// all targets whose counts are tested, and of all named bets that both have, are adjusted together by Holm's
/// method; the confidence is the larger one of both budgets.
Comparison compared(const RunRecord& before, const RunRecord& after);

/// Why two records cannot be compared at all.
enum class NotComparable {
  no_target_in_both,
  no_deck_size_in_both,  ///< no target that both have has the same number of cards in both
};

/// Nothing where they can be compared: they have a target in common, with the same number of cards.
std::optional<NotComparable> why_not_comparable(const RunRecord& before, const RunRecord& after);

}  // namespace fairshuffle
