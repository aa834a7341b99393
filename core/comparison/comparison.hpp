// Two runs side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/record/findings.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/positions.hpp"

namespace fairshuffle {

// Do the counts of one target in two reports agree?

enum class CountsAnswer {
  same,       ///< every count is the same
  agree,      ///< the test does not tell the distributions apart
  differ,     ///< it does
  dependent,  ///< it does, but trials are dependent, which alone may make p small
  untested,   ///< nothing to compare, or too little of it
};

/// The word for an answer, as it stands in tables: "same", "agree", "differ", "dependent", "untested".
const char* to_text(CountsAnswer answer);

/// Which of two reports have something.
enum class FoundIn { neither, both, old_only, new_only };

/// What of the counts was tested.
enum class CountsTested {
  nothing,
  permutations,  ///< or arrangements of equal cards or a deal
  positions,     ///< which card lies where
  kinds,         ///< which kind of equal cards lies where
  dealt_cards,   ///< which card is dealt, and where to
};

/// The word for it, as it stands in reports: "permutations", "positions", "kinds", "dealt-cards"; empty for
/// nothing.
const char* to_text(CountsTested of);

/// Why no counts of a target were tested that has a verdict in both.
enum class CountsUntested {
  unlike_decks,  ///< of other numbers of cards
  one_card,      ///< which has one permutation
  none_valid_in_old,
  none_valid_in_new,
  too_few_trials,
  unlike_multisets,  ///< equal cards or deals that are not alike
};

/// What the seeds let expect of the counts, or a recording that was read.
enum class SeedRemark {
  none,
  same_of_recording,      ///< the very same counts, of the same recording
  same_of_same_seed,      ///< the very same counts, of the same seed
  same_of_other_seeds,    ///< the very same counts, though the seeds differ
  recording_may_go_on,    ///< one recording may go on from the other, and then they share trials
  changed,                ///< the same seed gave other counts, and chance comes from it
  changed_or_unseeded,    ///< the same seed gave other counts, and chance need not come from it
  shared_unless_changed,  ///< the same seed: the longer run begins with the shorter one, or something changed
  shared_if_seeded,       ///< the same seed: they share trials where chance comes from it
};

/// Where the counts of positions differ most: what lies in a position, or where a card lies.
struct StrongestRow {
  bool of_card = false;
  int index = 0;  ///< of the card or the position

  bool operator==(const StrongestRow&) const = default;
};

/// Successive trials that came out equal, which no count of single trials shows.
struct ComparedRepeats {
  RepeatCounts before, after;
  TailProbability p;  ///< before Bonferroni
  bool told = false;  ///< whether it is smaller than that of the other counts
};

/// What both counts and bets come to when they are compared.
struct ComparedValues {
  CountsAnswer answer = CountsAnswer::untested;
  double statistic = 0;  ///< Pearson's; of positions that of the strongest
  double degrees_of_freedom = 0;
  /// Of positions after Bonferroni over all positions and cards; with repeats twice the smaller p-value.
  double p_value = 1;
  double log10_p = 0;
  double adjusted_p = 1;                    ///< after Holm over everything that the comparison tests
  FoundIn dependent_in = FoundIn::neither;  ///< dependence of successive trials
};

struct ComparedCounts : ComparedValues {
  CountsTested of = CountsTested::nothing;
  std::optional<CountsUntested> why_untested;  ///< absent where they were tested, or are the same
  std::optional<StrongestRow> strongest;       ///< of positions, where they were tested
  std::optional<ComparedRepeats> repeats;      ///< where they were tested beside
  SeedRemark remark = SeedRemark::none;

  bool tested() const { return of != CountsTested::nothing; }
};

/// A p-value of the comparison is held against a tenth of what the confidence leaves. The rest is for what
/// makes small p-values too small: runs that stop at a look which their own counts choose (simulated for 6,
/// 24 and 120 permutations: 1.4 times at level 5 %, 1.7 times at 1 %, about 2.8 times at 1e-4), and thin
/// cells (to 3.2 times at 1e-4, chi_squared.hpp).
constexpr double level_of_difference(double confidence) {
  return (1 - confidence) / 10;
}

/// What a comparison tests: everything that Holm's method counts.
struct TestedTogether {
  std::size_t targets = 0;  ///< whose counts are tested
  std::size_t bets = 0;     ///< named bets, each of each target

  std::size_t all() const { return targets + bets; }
};

/// Everything but the answer to a test that ran, and its adjusted p-value. Tested are the counts
/// of permutations where both records have them and the smaller one has twenty trials for each permutation;
/// elsewhere those of cards by position, which does not see a change that leaves each card's positions as
/// they were. Of equal cards it is the kinds by position, and of a deal where each card is dealt to. Beside
/// them the equal pairs of successive trials, where both records have enough. Both records have a verdict,
/// and their evidence adds up (tally_of).
ComparedCounts compared_counts(const TargetRecord& before, const TargetRecord& after, bool same_seed);

/// Whose successive trials are dependent.
FoundIn dependent_in(const TargetRecord& before, const TargetRecord& after);

// Did the named bets of one target come out alike in two reports?

/// Why the values of a bet that both have were not tested.
enum class BetUntested {
  unlike_decks,  ///< of other numbers of cards
  no_answers_in_old,
  no_answers_in_new,
  none_valid_in_old,
  none_valid_in_new,
  too_few_trials,
};

/// The value that adds most to Pearson's sum, of those that are not too rare to stand alone.
struct StrongestValue {
  std::string value = {};  ///< "3", "full house"
  std::uint64_t count_before = 0, count_after = 0;
};

struct ComparedBet : ComparedValues {
  std::string name;
  std::string settings;        ///< what it is on, as --bet takes it
  std::string namesake_is_on;  ///< of a bet in one only: what that of its name in the other is on, if any
  FoundIn found = FoundIn::both;
  std::optional<BetUntested> why_untested;            ///< of a bet in both
  double mean_before = 0, mean_after = 0;             ///< of the value; 0 where it is not there
  std::uint64_t trials_before = 0, trials_after = 0;  ///< that have a value; of a bet with answers in both
  std::optional<StrongestValue> strongest;            ///< where it was tested, unless all values are too rare

  bool tested() const { return degrees_of_freedom > 0; }
};

/// Everything but the answer to a test that ran, and its adjusted p-value. A bet is in both
/// where they have one of the same name on the same cards and places; another of that name is another bet.
/// Claim tested: its values have one distribution in both, whatever it is, by Pearson's test of two samples
/// (chi_squared.hpp). In the order of NEW, then those that only OLD has. Both records have a verdict.
std::vector<ComparedBet> compared_bets(const TargetRecord& before, const TargetRecord& after);

/// The rest of counts, or of a bet, that were tested: agree, differ or dependent. confidence: in (0, 1), of
/// the answer "differ".
void answer(ComparedValues& compared, double adjusted_p, double confidence);

// Two records of the same job: what changed from the one to the other, as plain data. Words are made of it
// elsewhere.

/// A setting that is not the same in both, in words.
struct ChangedSetting {
  std::string name;    ///< "tolerance", "draw method", "version of the program"
  std::string before;  ///< in OLD: "0.001", "1,000,000" trials, "m=7,cut=even"; "none" where there is none
  std::string after;   ///< in NEW

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
/// together by their names, the k-th of a name to the k-th; two records of one target each compare these,
/// whatever they are called. A target that only NEW has and that is biased
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

// Which settings two records do not share.

/// Of the runs as a whole: the program's version, the seed, budget and trials.
std::vector<ChangedSetting> changed_settings(const RunRecord& before, const RunRecord& after);

/// Of a target in both; where it has the same name, that leaves little.
std::vector<ChangedSetting> changed_settings(const TargetDescription& before, const TargetDescription& after);

}  // namespace fairshuffle
