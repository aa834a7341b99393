// The run record: plain data, everything that any report may say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairshuffle {

enum class Verdict { fair, biased, inconclusive, invalid };

/// The word for a verdict, as it stands in reports: "fair", "biased", "inconclusive", "invalid".
const char* to_text(Verdict verdict);

/// The inverse of to_text; nothing for any other word.
std::optional<Verdict> verdict_from_text(std::string_view text);

/// What a run may get wrong, and what the user accepts.
struct Budget {
  double alpha = 1e-6;        ///< probability that the whole job calls anything fair biased, in (0, 1)
  double confidence = 0.999;  ///< of the bounds on the bias, in (0, 1)
  double tolerance = 0.001;   ///< largest total variation distance that passes as fair, in (0, 1]
};

/// What was tested, in the words of the command line. A target that is not built in has no source, draw or
/// seeding that we know of: these are empty.
struct TargetDescription {
  std::string kind = "builtin";  ///< "builtin", "exec", "plugin", "log", "stdin" or "callback"
  std::string shuffle;           ///< its name; elsewhere the command, the plug-in, the file
  std::vector<std::pair<std::string, std::string>> options;  ///< the target's own, all of them, with values
  int deck_size = 0;
  std::string source;
  int bits = 0;  ///< the source's words are cut to their top bits; 0 for whole words
  std::string draw;
  std::string seeding;
  std::string clock;                      ///< "s" or "ms" for a clock seeding; empty otherwise
  std::uint64_t shuffles_per_second = 0;  ///< for a clock seeding; 0 otherwise
  std::string reset;                      ///< "always" or "never"
  int marked = 0;                         ///< the first cards watched as a set (mines); 0 for none
};

/// What the judge must know of a target beyond its deck: core knows no kind of target by name.
struct TargetFacts {
  bool recorded = false;      ///< its trials exist already: all of them are run, and judged once
  bool in_sequence = false;   ///< its blocks are run in turn by one sampler that begins only once
  bool in_lanes = false;      ///< each half of a block runs in one stream for each lane, else in one stream
  bool follows_seed = false;  ///< the same seed gives the same trials again
  bool writes_rows = false;   ///< its trials are rows that others wrote, which are shown and counted from 1
  bool may_end = false;       ///< it comes from outside: it may fail after trials, and be over before a look
};

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
  double adjusted_p = 1;  ///< after Holm over the family of the look
  bool rejected = false;  ///< within the look's share of alpha
  std::string blind_to;
};

/// The test of that name, or null.
const TestRecord* test_named(std::span<const TestRecord> tests, std::string_view name);

/// Bounds on the bias, each at the stated confidence, at the look they are issued.
struct BiasRecord {
  std::string covers = "nothing";  ///< or "orders" or "positions": the bets that phi2 and tv_upper are about
  std::optional<double> phi2;      ///< unbiased estimate; may be slightly negative for a fair shuffle
  std::optional<double> tv_lower;  ///< of the law over orders; absent where the trials do not support a bound
  std::optional<double> tv_upper;
  double confidence = 0;  ///< of each bound at this look
};

/// One part of the bias, by what it takes to see it.
struct PartRecord {
  std::vector<int> partition;   ///< of the deck size
  std::string name;             ///< "single cards"
  std::string judged_by;        ///< the name of its TestRecord, which is there where the test was asked for
  std::uint64_t dimension = 0;  ///< of the representation
  bool applied = false;         ///< false where there were too few trials for a p-value: the next four are 0
  double statistic = 0;
  double degrees_of_freedom = 0;  ///< the square of the dimension
  double p_value = 1;
  double log10_p = 0;
  double phi2 = 0;              ///< unbiased estimate; may be slightly negative; those of all parts add up
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

/// A known mistake, and how the target would have to read its orders.
struct KnownMistake {
  std::string target;   ///< as it can be typed
  std::string reading;  ///< "positions reversed"; empty for the orders as they are
};

/// A law of known mistakes that the counts of orders do not exclude.
struct FittingLaw {
  std::vector<KnownMistake> mistakes;  ///< all that have this law: those read as they are first
  double statistic = 0;                ///< Pearson's, of the counts against this law
  double degrees_of_freedom = 0;       ///< 0 where too few trials leave one pooled cell
  double p_value = 1;
  double log10_over_fair = 0;  ///< log10 of the likelihood ratio of this law over fairness
  double log10_over_best = 0;  ///< log10 of its ratio over the likeliest fitting law; at most 0
  /// Upper confidence bound on the total variation distance between the target's law and this one; absent
  /// where rare orders had to be pooled.
  std::optional<double> tv_upper;
};

/// What known mistakes the counts of a biased target's orders fit.
struct DiagnosisRecord {
  std::uint64_t mistakes_compared = 0;    ///< options and draws counted, readings not
  std::vector<std::string> not_compared;  ///< known mistakes whose law takes too long to find
  std::uint64_t laws_fitting = 0;         ///< different laws that are not excluded
  std::vector<FittingLaw> fits;           ///< the likeliest of them, the likeliest first
  /// log10 of the likelihood ratio of the likeliest excluded law over the likeliest fitting one; absent when
  /// none fits or all others are impossible.
  std::optional<double> log10_excluded_over_best;
  std::optional<double> trials_to_tell_apart;  ///< where more than one fits: about how many trials would
  double confidence = 0;                       ///< of each fit's tv_upper
  std::string sentence;
};

struct WitnessRecord {
  std::uint64_t trial = 0;  ///< from 0, over the whole run
  std::vector<int> order;   ///< empty where the row can't be read as cards
  std::string row;          ///< as a target from outside wrote it, cut short; empty for built-in ones
};

struct TargetRecord {
  std::string name;  ///< the target as it can be typed again
  TargetDescription target;
  std::optional<Verdict> verdict;  ///< absent when the target could not be run to a verdict
  std::string error;               ///< why not; empty otherwise
  std::string sentence;
  std::uint64_t trials = 0;  ///< valid and invalid
  int look = 0;              ///< from 1; the look that decided, or the last one
  double alpha_at_look = 0;
  std::uint64_t family = 0;                ///< hypotheses that Holm's method counts at a look
  std::optional<double> trials_to_decide;  ///< for inconclusive: about how many trials would
  std::vector<TestRecord> tests;
  BiasRecord bias;
  std::vector<PartRecord> parts;                            ///< where orders are counted, 2 to 8 cards
  std::vector<std::uint64_t> order_counts;                  ///< by rank; empty above 10 cards
  std::vector<std::vector<std::uint64_t>> position_counts;  ///< [position][card]
  std::vector<std::uint64_t> subset_counts;                 ///< empty when no cards are marked
  std::uint64_t successive_pairs = 0;  ///< of valid trials that followed each other in one stream
  std::uint64_t equal_pairs = 0;       ///< of these, the pairs whose two orders are equal
  std::vector<WorstCell> worst;
  /// For biased targets of 3 to 7 cards, unless trials are linked.
  std::optional<DiagnosisRecord> diagnosis;
  std::uint64_t invalid_trials = 0;
  std::vector<WitnessRecord> witnesses;
  std::vector<std::string> blind_spots;  ///< what no test that ran can see
  std::optional<Verdict> expected;       ///< what the job file says must come out
};

/// What may differ between two runs of the same command.
struct Environment {
  std::string started;  ///< UTC, ISO 8601
  double seconds = 0;
  int threads = 0;
  std::string host;
  std::string compiler;
  std::string vectors;  ///< the best vector instructions that the lanes found: "AVX-512", "plain"
  std::string system;
};

struct RunRecord {
  std::string tool_version;
  std::string command;  ///< reproduces everything but `environment`
  std::uint64_t seed = 0;
  Budget budget;
  std::uint64_t max_trials = 0;
  bool fixed_trials = false;  ///< one look, at max_trials
  std::optional<Verdict>
      verdict;       ///< the worst of the results; absent when incomplete or when a control is wrong
  std::string note;  ///< why there is no verdict; empty otherwise
  std::vector<TargetRecord> results;
  std::vector<TargetRecord> controls;  ///< targets whose truth is known, run beside the others
  Environment environment;
};

}  // namespace fairshuffle
