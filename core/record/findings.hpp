// What judging finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/plan.hpp"
#include "core/statistics/dependent_trials.hpp"

namespace fairshuffle {

// The findings: what the judge makes of a plan and its evidence, as plain data. Words are made of them
// elsewhere.

/// One hypothesis.
struct TestRecord {
  std::string name;  ///< the test's own, or that of one of its several hypotheses
  std::string test;  ///< the test, as --tests takes it
  bool applied = false;
  std::string reason;  ///< why not applied; empty otherwise
  double statistic = 0;
  double degrees_of_freedom = 0;
  double p_value = 1;
  double log10_p = 0;
  Tail tail = Tail::upper;  ///< the side that the statistic lies on, which the p-value doubles
  double adjusted_p = 1;    ///< after Holm over the family of the look; of an e-value, over all of the plan
  bool rejected = false;    ///< within the look's share of alpha
  /// The test before it that it is in disguise at this deck size: the two are one hypothesis, which that one
  /// stands for. Empty nearly always, and where either is not applied.
  std::string same_as;
  std::string blind_to;
  std::optional<TestedMean> mean = {};  ///< of a test of a mean, where it was applied
};

/// The name of the record of an e-value over the known mistakes (core/README.md 5.5). It is no test of the
/// registry: it stands beside that of permutations where a deck of 3 to 7 cards is put to it.
inline constexpr std::string_view e_value_name = "e-value";

/// How many hypotheses of Holm's family are rejected: tests that are the same count once, and an e-value is
/// none of them.
std::uint64_t rejected_hypotheses(std::span<const TestRecord> tests);

/// The names of the tests that every report counts, as --tests takes them. A test with several hypotheses
/// counts once, and so does an e-value. A test that is the same as another one does not count.
struct TestNames {
  std::set<std::string> applied, rejecting;
};
TestNames counted_tests(std::span<const TestRecord> tests);

/// True where a chi-square rejects because it is too small: the counts are too regular for independent fair
/// decks.
bool too_regular(const TestRecord& test);

/// True where a test rejects, but not as too regular.
bool rejects_as_uneven(const TestRecord& test);
/// The same of the test of that name; false where there is none.
bool rejects_as_uneven(std::span<const TestRecord> tests, std::string_view name);

/// True where such a test looks at decks one by one, and not at what leads from one to the next.
bool single_decks_are_uneven(std::span<const TestRecord> tests);

/// The test of that name, or null.
const TestRecord* test_named(std::span<const TestRecord> tests, std::string_view name);
/// The same where it was applied, or null.
const TestRecord* applied_test(std::span<const TestRecord> tests, std::string_view name);

/// True where the test of that name rejects by a statistic on that side of its expectation.
bool rejects_on_side(std::span<const TestRecord> tests, std::string_view name, Tail tail);

/// Bounds on the bias, each at the stated confidence, at the look they are issued. The two bounds may be
/// about different bets. Then no sentence and no object holds both.
struct BiasRecord {
  /// The bets that tv_upper is about: "permutations"; "positions" of a single card; the bet families of large
  /// decks that the tolerance is asked of, as --certify takes them ("cards,pairs-order"); or "nothing".
  std::string covers = "nothing";
  /// Unbiased estimate, of the permutations where those are covered, else of the positions; may be slightly
  /// negative for a fair shuffle.
  std::optional<double> chi_square_distance;
  /// The bets that tv_lower is about: all bets on "permutations", or on "arrangements" of equal cards or of
  /// deals.
  std::string lower_covers = "permutations";
  std::optional<double> tv_lower;  ///< absent where the trials do not support a bound
  /// The chosen bet gains, but there is no tv_lower: its hits do not lie as those of independent trials do.
  std::optional<HitFault> withheld = {};
  std::optional<double> tv_upper;
  double confidence = 0;  ///< of each bound at this look
};

/// Whether the upper bound is about every possible bet: on the order, or on what of it can be told apart.
inline bool bounds_all_bets(const BiasRecord& bias) {
  return bias.covers == "permutations" || bias.covers == "arrangements";
}

/// Whether the lower bound is about more bets than the upper one. Then they stand in sentences of their own.
inline bool has_bounds_apart(const BiasRecord& bias) {
  return bias.tv_lower && !bounds_all_bets(bias);
}

/// The bound of one bet family of a large deck (core/README.md 4.6).
struct FamilyRecord {
  std::string family;         ///< its name, as --certify takes it
  bool asked = false;         ///< the tolerance is asked of it
  std::uint64_t members = 0;  ///< the questions whose answers are bet on
  std::string farthest;  ///< the member whose counts are farthest from fair: "card 3"; empty without trials
  double statistic = 0;  ///< Pearson's, of that member
  double degrees_of_freedom = 0;  ///< of each member
  /// No bet of the family gains more; absent where the trials are too few, or dependent.
  std::optional<double> tv_upper;
  /// Of tv_upper at this look. The errors of all families add up to that of the BiasRecord: all bounds hold
  /// together with its confidence.
  double confidence = 0;
  double trials_for_tolerance = 0;  ///< about how many bring the bound of a fair deck down to the tolerance
};

/// How often a named bet had one of its values.
struct BetValue {
  std::string value;  ///< "3", "full house"
  double fair = 0;    ///< its probability under fairness
  std::uint64_t count = 0;
  /// Clopper and Pearson's interval of its probability; absent where trials are not independent, or none.
  std::optional<double> lower, upper;
};

/// How a named bet came out.
struct BetRecord {
  std::string name;
  std::vector<BetValue> values;  ///< those that are possible
  double mean_fair = 0;          ///< of the value; poker categories are numbered from 0, the weakest
  double mean = 0;               ///< of the value over the trials; 0 without any
  /// With it the intervals of all values of all bets of the target hold together (Bonferroni).
  double confidence = 0;
};

/// A known mistake, and about how many trials show it.
struct MistakeInReach {
  std::string target;    ///< as it can be typed; "... carried from deck to deck" of a deck never put back
  std::string found_by;  ///< the name of the test that does
  double trials = 0;
};

/// Known mistakes of large decks beside the trials of this run: the honest complement of a bound. Mistakes
/// that differ by a number make a line; what is said of one goes for the plainer ones of its line too.
struct PowerRecord {
  double power = 0.99;  ///< the probability with which the trials of each show it
  /// Of each line the one that takes most trials, of those that so many would have shown; most first.
  std::vector<MistakeInReach> found;
  /// Of each line the one that takes fewest, of those that they need not have; fewest first.
  std::vector<MistakeInReach> missed;
};

/// One component of the bias, by what it takes to see it.
struct ComponentRecord {
  std::vector<int> partition;   ///< of the deck size
  std::string name;             ///< "single cards"
  std::string judged_by;        ///< the name of its TestRecord, which is there where the test was asked for
  std::uint64_t dimension = 0;  ///< of the representation
  bool applied = false;         ///< false where there were too few trials for a p-value: the next four are 0
  double statistic = 0;
  double degrees_of_freedom = 0;  ///< the square of the dimension
  double p_value = 1;
  double log10_p = 0;
  /// Unbiased estimate; may be slightly negative; those of all components add up.
  double chi_square_distance = 0;
  std::optional<double> share;  ///< of the bias; absent where there is no clear bias to share
};

/// A cell of the element-by-position table that is far off.
struct WorstCell {
  int card = 0;
  int position = 0;
  std::uint64_t count = 0;
  double expected = 0;
  double ratio = 0;            ///< count / expected
  double standard_errors = 0;  ///< (count - expected) / its standard deviation under fairness
};

/// A known mistake, and how the target would have to read its permutations.
struct KnownMistake {
  std::string target;   ///< as it can be typed
  std::string reading;  ///< "positions reversed"; empty for the permutations as they are
};

/// A distribution of known mistakes that the counts of permutations do not exclude.
struct FittingDistribution {
  std::vector<KnownMistake> mistakes;  ///< all that have this distribution: those read as they are first
  double statistic = 0;                ///< Pearson's, of the counts against this distribution
  double degrees_of_freedom = 0;       ///< 0 where too few trials leave one pooled cell
  double p_value = 1;
  double log10_over_fair = 0;  ///< log10 of the likelihood ratio of this distribution over fairness
  /// log10 of its ratio over the distribution that is listed first; at most 0, also where it is likelier than
  /// that
  double log10_over_best = 0;
  /// Upper confidence bound on the total variation distance between the target's distribution and this one;
  /// absent where rare permutations had to be pooled.
  std::optional<double> tv_upper;
  /// Of this distribution from fair; absent where not all of its probabilities are known.
  std::optional<double> total_variation = {};
};

/// A fit with a smaller p is not worth a name: of true distributions one in a hundred fits so poorly, and of
/// false ones that no list can hold it is how the nearest would look.
inline constexpr double poor_fit = 0.01;

/// What known mistakes the counts of a biased target's permutations fit.
struct DiagnosisRecord {
  std::uint64_t mistakes_compared = 0;      ///< options and draws counted, readings not
  std::vector<std::string> not_compared;    ///< known mistakes whose distribution takes too long to find
  std::uint64_t distributions_fitting = 0;  ///< different distributions that are not excluded
  std::vector<FittingDistribution> fits;    ///< the likeliest of them, the likeliest first
  /// log10 of the likelihood ratio of the likeliest excluded distribution over the likeliest fitting one;
  /// absent when none fits or all others are impossible.
  std::optional<double> log10_excluded_over_best;
  std::optional<double> trials_to_tell_apart;  ///< where more than one fits: about how many trials would
  double confidence = 0;                       ///< of each fit's tv_upper
  /// Whether permutations come again of the first fit itself as often as in these trials, so that they say
  /// nothing of starting states. Of decks of smallest_birthday_deck cards and more.
  bool explains_repeats = false;
  std::string sentence;
};

/// What proves that trials are dependent (core/README.md 2.13).
enum class DependenceProof {
  repeats,  ///< equal, or one step apart, more often than independent trials of any such distribution, or too
            ///< seldom
  birthday,      ///< permutations came again after one number of trials, more than by chance, or too few came
                 ///< again
  permutations,  ///< all permutations came more evenly than independent trials of any distribution make them
  successive,    ///< no test of single decks rejects as uneven, and relative permutations or repeats do
  samples,  ///< relative permutations of successive trials have another distribution than those of trials far
            ///< apart
};

/// What dependence looks like, the plainest that holds.
enum class DependenceShape {
  periodic,        ///< decks come again after `period` trials: most, or `share` of them
  never_repeated,  ///< a deck is the one before too seldom
  repeated,        ///< more decks than chance has it are the one before again: `share` of the pairs
  fixed_step,      ///< many decks are the one before, rearranged in one way: at least `share` of the pairs
  alternating,     ///< odd and even permutations take turns, `share` of the pairs where not all
  known_mistake,   ///< relative permutations fit a known mistake: the deck is carried from shuffle to shuffle
  moved,           ///< where a card lies depends on where it lay: `cell`
  unclear,         ///< none of these
};

/// The words for them, as they stand in reports: "repeats", "birthday", "permutations", "successive",
/// "samples"; "periodic", "never repeated", "repeated", "fixed step", "alternating", "known mistake",
/// "moved", "unclear".
const char* to_text(DependenceProof proof);
const char* to_text(DependenceShape shape);

/// How the trials of a target hang together, where that is proven.
struct DependenceRecord {
  DependenceProof proof = DependenceProof::successive;
  DependenceShape shape = DependenceShape::unclear;
  std::optional<double> share;          ///< of the pairs of successive trials, or of the trials
  std::optional<std::uint64_t> period;  ///< of decks that come again: in trials
  /// From which position (its `card`) to which a card moves how often, of so many relative permutations.
  std::optional<WorstCell> cell;
  /// The known mistakes that relative permutations fit, as if each were a trial.
  std::optional<DiagnosisRecord> shuffle;
};

/// What a shuffle behaves like: so many equally likely starting states, at the confidence of its record.
struct SeedEstimate {
  double log2_states = 0;
  double log2_lower = 0;
  double log2_upper = 0;
  bool dense = false;  ///< trials were no fewer than states: most of these came
};

/// Permutations that came again, and what they say of the starts that a shuffle has (core/README.md 2.14).
struct SeedSpaceRecord {
  std::uint64_t repeats = 0;    ///< kept trials whose order came before
  double expected_repeats = 0;  ///< by fair decks
  std::uint64_t distance = 0;   ///< as in BirthdayCounts
  std::optional<SeedEstimate> estimate;
  /// log2 of a lower confidence bound on how many permutations can come out; absent where trials do not each
  /// start from a draw of their own.
  std::optional<double> log2_fewest_permutations;
  /// Where the repeats would tell a number of starting states: how probable so late a first repeat is in
  /// independent trials (first_repeat_p). Below latest_first_repeat neither number nor bound is told.
  std::optional<double> first_repeat_p = {};
  /// The repeats would tell it, but all permutations are counted, and nobody knows which trial repeated one
  /// first.
  bool first_repeat_unknown = false;
  double confidence = 0;  ///< of the interval, and of the bound
};
inline constexpr double latest_first_repeat = 0.01;

/// One comparison of relative permutations of successive trials with those of trials far apart.
struct DependenceTest {
  std::string name;  ///< "fixed-points" or "cycles"
  double statistic = 0;
  double degrees_of_freedom = 0;
  double p_value = 1;
  double log10_p = 0;
  double mean_successive = 0;  ///< of the number that is counted, over either sample
  double mean_apart = 0;
};

/// What follows from the evidence of one target.
struct Findings {
  std::optional<Verdict> verdict;          ///< absent when the target could not be run to a verdict
  std::string sentence;                    ///< the verdict in plain words
  int look = 0;                            ///< from 1; the look that decided, or the last one
  double alpha_at_look = 0;                ///< that the family may spend
  std::uint64_t family = 0;                ///< hypotheses that Holm's method counts at a look
  std::optional<double> trials_to_decide;  ///< for inconclusive: about how many trials would
  Verdict decided_if = Verdict::fair;      ///< what trials_to_decide takes the target for: fair or biased
  std::vector<TestRecord> tests;
  /// The name of the rejecting test with the smallest p-value; empty where none rejects.
  std::string found_by;
  BiasRecord bias;
  std::vector<FamilyRecord> families;  ///< of large decks, in the order of the registry
  std::vector<BetRecord> bet_records;  ///< of decided targets, in the order of the plan
  std::optional<PowerRecord> power;    ///< of large decks that are not found biased
  bool dependent = false;              ///< trials are not independent, and nothing bounds the bias
  std::vector<DependenceTest>
      dependence_tests;                        ///< where there are relative permutations of successive trials
  std::optional<DependenceRecord> dependence;  ///< of those that are dependent, biased or invalid
  std::optional<SeedSpaceRecord> seed_space;   ///< of decks from smallest_birthday_deck on
  std::optional<std::uint64_t>
      missing_permutations;                 ///< how many never came, where each was due twenty times
  std::vector<ComponentRecord> components;  ///< where permutations are counted, 2 to 8 cards
  std::vector<std::vector<std::uint64_t>> position_counts;  ///< [position][card]
  std::vector<std::uint64_t> subset_counts;                 ///< empty when no cards are marked
  std::vector<WorstCell> worst;
  /// Above eight cards: the cells of the positions of relative permutations that are farthest off. A card
  /// moves from the position `card` to the position `position`.
  std::vector<WorstCell> successive_cells;
  /// For biased targets of 3 cards and more, unless trials are dependent or merely too regular.
  std::optional<DiagnosisRecord> diagnosis;
  std::vector<std::string> blind_spots;  ///< in words: what no test that ran can see
};

// The run record: plain data, everything that any report may say.

/// One target: what was planned, what was counted, and what follows from that.
struct TargetRecord : PlannedTarget, Findings {
  Evidence evidence;
};

/// What may differ between two runs of the same command.
struct Environment {
  std::string started;  ///< UTC, ISO 8601
  double seconds = 0;
  std::vector<double> target_seconds;  ///< of each result, then of each control; empty where not measured
  int threads = 0;
  std::string host;
  std::string compiler;
  std::string vectors;  ///< the best vector instructions that the lanes found: "AVX-512", "plain"
  std::string system;
  std::string interrupted = {};  ///< the signal that ended the run early: "SIGINT"; empty for none
};

struct RunRecord : RunSettings {
  std::string tool_version;
  std::string command;             ///< how the run was asked for: an echo, which nothing is read from
  std::string command_of_plan;     ///< made from the plan, to be printed for an echo from outside; else empty
  std::optional<Verdict> verdict;  ///< the worst of the results; absent when incomplete or a control is wrong
  std::string note;                ///< why there is no verdict; empty otherwise
  std::vector<TargetRecord> results;
  std::vector<TargetRecord> controls;  ///< targets whose truth is known, run beside the others
  Environment environment;

  /// How a reader may run it again.
  const std::string& printed_command() const { return command_of_plan.empty() ? command : command_of_plan; }
};

/// The plan that a record carries.
Plan plan_of(const RunRecord& run);

/// The record of a target by its index in the plan, where the controls come last. Precondition: there is one.
template <class Run>
auto& target_at(Run& run, std::size_t index) {
  return index < run.results.size() ? run.results[index] : run.controls[index - run.results.size()];
}
/// Results and controls.
inline std::size_t targets_of(const RunRecord& run) {
  return run.results.size() + run.controls.size();
}

// What a result means for the run: is it what was due?

enum class Outcome {
  as_due,      ///< the verdict that was expected; fair where nothing was
  not_as_due,  ///< another verdict
  undecided,   ///< inconclusive where that was not due: neither right nor wrong
  failed,      ///< no verdict
};

/// What tells the target from others of its job: its label, or else its name as it can be typed.
const std::string& called(const PlannedTarget& target);

/// What a reader sees of it: its name, behind its label in quotation marks where it has one. A label alone is
/// only what somebody says.
std::string shown_name(const PlannedTarget& target);

Outcome outcome_of(const TargetRecord& result);

/// A control that is due to be fair may be inconclusive, since trials may be few; one that is due to be
/// biased has to be found.
Outcome control_outcome_of(const TargetRecord& control);

/// Whether a control is not as due: then none of the run's verdicts counts.
bool any_control_is_wrong(const RunRecord& run);

}  // namespace fairshuffle
