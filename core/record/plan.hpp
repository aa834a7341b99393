// What is to be run, and when it is looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/bets.hpp"

namespace fairshuffle {

// Looks: the moments at which a running target is judged, and each one's share of an family-wise error rate.

/// Trials of a block: the unit of streams and threads.
inline constexpr std::uint64_t trials_per_block = 16'384;
constexpr std::uint64_t whole_blocks(std::uint64_t trials) {
  return trials / trials_per_block * trials_per_block;
}

struct RunSettings;

/// When the targets of a run are judged.
class LookSchedule {
 public:
  /// Looks from 2,400 trials on, each with about half as many again as the one before, and at `max_trials`,
  /// which is the only one when `fixed`. Those below one block are looks at its first trials, an even
  /// number of them, those above are at whole blocks. The first chi-square tests apply at 2,400 trials, and
  /// at any level from 12,000 on (core/README.md 2.8), where a look is due too. max_trials in 1..2^53.
  LookSchedule(std::uint64_t max_trials, bool fixed) : LookSchedule(max_trials, fixed, {}) {}
  /// The same for a run that went on beyond earlier limits: the looks before the first of them, then one at
  /// its last whole block, and so on up to max_trials (core/README.md 5.1).
  explicit LookSchedule(const RunSettings& settings);

  /// Trials of each target at look 1, 2, ...
  std::uint64_t trials_at(int look) const {
    const auto index = static_cast<std::size_t>(look - 1);
    return index < trials_.size() ? trials_[index] : trials_.back();
  }
  bool is_last(int look) const { return trials_at(look) == trials_.back(); }

  /// The first look with so many trials or more, or the last one.
  int look_from(std::uint64_t trials) const {
    int look = 1;
    while (trials_at(look) < trials && !is_last(look)) ++look;
    return look;
  }
  /// The number of the look that a run which is ended early is judged at: after all that were due.
  int unscheduled() const { return static_cast<int>(trials_.size()) + 1; }

  /// The share of an family-wise error rate that may be spent at a look. Those of all looks up to the first
  /// limit are alike, and leave as much again: for the looks beyond it, and for one that is due at no trials
  /// known beforehand.
  double share(int look) const {
    return look < unscheduled() ? shares_[static_cast<std::size_t>(look - 1)] : share_unscheduled_;
  }

 private:
  LookSchedule(std::uint64_t max_trials, bool fixed, std::span<const std::uint64_t> went_on_at);

  std::vector<std::uint64_t> trials_;
  std::vector<double> shares_;
  double share_unscheduled_ = 1;
};

// The plan: what is to be run, as plain data. A job file is one, and every report carries its own.

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
  std::string kind;     ///< its name in the table of kinds, which core does not know
  std::string shuffle;  ///< its name; of other kinds what they run, load or read
  std::vector<std::pair<std::string, std::string>> options;  ///< the target's own, all of them, with values
  int deck_size = 0;
  Multiset multiset;  ///< what of its deck can be told apart
  std::string source;
  int bits = 0;  ///< the source's words are cut to their top bits; 0 for whole words
  std::string draw;
  std::string seeding;
  std::string clock;                      ///< "s" or "ms" for a clock seeding; empty otherwise
  std::uint64_t shuffles_per_second = 0;  ///< for a clock seeding; 0 otherwise
  std::uint64_t seeds = 0;                ///< how many there are to seed a shuffle with; 0 for other seedings
  std::string reset;                      ///< "always" or "never"
  int marked = 0;                         ///< the first cards watched as a set (mines); 0 for none
};

/// What the judge must know of a target beyond its deck: core knows no kind of target by name.
struct TargetFacts {
  bool recorded = false;      ///< its trials exist already: all of them are run, and judged once
  bool in_sequence = false;   ///< its blocks are run in turn by one sampler that begins only once
  bool in_lanes = false;      ///< each block runs in one stream for each lane, else in one stream
  bool follows_seed = false;  ///< the same seed gives the same trials again
  bool writes_rows = false;   ///< its trials are rows that others wrote, which are shown and counted from 1
  bool may_end = false;       ///< it comes from outside: it may fail after trials, and be over before a look
  bool starts_anew = false;   ///< every trial starts from a draw of its own, as a program started for it
  /// The run counts every order of its deck; decided with the run's limits.
  bool permutations_counted = false;
};

/// One target of a plan.
struct PlannedTarget {
  std::string name;   ///< as it can be typed again
  std::string label;  ///< what its job calls it; empty for nothing
  std::string group;  ///< the heading its job puts it under; empty for none
  std::string proof;  ///< JSON of what `exact` found of its code, as outcomes_json; empty for none
  TargetDescription target;
  TargetFacts facts;
  std::vector<NamedBet> bets;       ///< of the run's those that its deck has
  bool pairs = false;               ///< whether its pair positions are counted
  AskedTables tables;               ///< those on request that are counted of its deck
  std::string caveat;               ///< what its evidence can't show, known beforehand; empty for nothing
  std::optional<Verdict> expected;  ///< what its job says must come out; a control always has one
};

/// What holds for all targets of a run.
struct RunSettings {
  std::uint64_t seed = 0;
  Budget budget;
  std::uint64_t max_trials = 1'000'000'000;  ///< at which an undecided target is inconclusive
  /// Limits at which targets were inconclusive and the run went on, ascending and below max_trials.
  std::vector<std::uint64_t> went_on_at;
  bool fixed_trials = false;                           ///< one look, at max_trials
  bool until_decided = false;                          ///< targets are judged from the first look on
  std::uint64_t birthday_slots = most_birthday_slots;  ///< of each target, for permutations that come again
  std::vector<std::string> tests;  ///< names of those chosen, in the order of the registry
  /// Names of the bet families that the tolerance is asked of, in the order of the registry: of large decks
  /// (smallest_large_deck), whose permutations no run counts.
  std::vector<std::string> certify = {"cards", "pairs-order"};
  std::vector<NamedBet> bets;  ///< named bets, each of a name of its own
  bool pairs = false;          ///< whether pair positions of large decks are counted

  /// What is decided before the first trial, as which permutations are counted, is decided by it.
  std::uint64_t first_limit() const { return went_on_at.empty() ? max_trials : went_on_at.front(); }
};

struct Plan : RunSettings {
  std::vector<PlannedTarget> targets;
  std::size_t controls = 0;  ///< the last so many of the targets: their truth is known
};

/// The trials from which on a target is judged: where a trial costs next to nothing, who asks for a verdict
/// gets a measurement with it (core/README.md 5.1). 0 for what others recorded or write, since nobody knows
/// what their trials cost.
std::uint64_t trials_to_measure(const RunSettings& settings, const PlannedTarget& target);

/// The tests that a record of a target lists: of those chosen all but the ones of decks that are made up
/// otherwise (Multiset), of marked cards where none are marked, of named bets where its deck has none, of
/// pair positions and tables on request where they are not counted, and those of large decks for small ones.
/// Another that does not fit the deck says so. Names of no test are passed over.
std::vector<const TestInfo*> tests_for(const RunSettings& settings, const PlannedTarget& target);

/// Sets what follows of the run's settings for the deck of the target: its bets, and what is counted on
/// request.
void plan_on_deck(const RunSettings& settings, PlannedTarget& target);

/// What the run counts of the target's deck.
CountedDeck counted_deck(const PlannedTarget& target);

}  // namespace fairshuffle
