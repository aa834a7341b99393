// What a test of fairness is, and what it gives back.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The side of its expectation that a statistic lies on, by the smaller of its two tails.
enum class Tail { upper, lower };

/// The word for a tail, as it stands in reports: "upper", "lower".
const char* to_text(Tail tail);

/// The mean of a number over the trials, and what it is under fairness.
struct TestedMean {
  double mean = 0;
  double mean_fair = 0;
};

/// The outcome of one test on one tally. When it could not be applied, `reason` says why and the numbers are
/// 0 with p = 1.
struct TestResult {
  std::string name;  ///< of the hypothesis: the test's own, or that of one of its several
  bool applied = false;
  std::string reason;             ///< why not applied; empty otherwise
  double statistic = 0;           ///< chi-square, or the count that a binomial test looks at
  double degrees_of_freedom = 0;  ///< of the chi-square; 0 for a binomial test
  TailProbability upper_tail{};   ///< P(statistic as large or larger); of a binomial test two-sided
  TailProbability lower_tail{};   ///< P(statistic as small or smaller): too good to be true
  TailProbability p_value{};      ///< two_sided of a chi-square's tails; of a binomial test its upper_tail
  Tail tail = Tail::upper;        ///< the one that p_value doubles
  /// The smallest level at which the p-value may be judged: below it the chi-square tail is not honest at
  /// this number of trials (core/README.md 2.8). 0 when any level will do.
  double honest_from_level = 0;
  std::optional<TestedMean> mean{};  ///< of a test of a mean, where it was applied
};

/// A statistic that is chi-square under fairness.
struct ChiSquared {
  double statistic;
  double degrees_of_freedom;
};

class StrongestCell;

/// The numbers of trials from which on the chi-square tail of a test is honest: its true false-alarm rate at
/// level 1e-6 is within about 20 % of it from `fewest` on, and at levels to 1e-10 from `fewest_for_any_level`
/// on. Measured by importance sampling for equal cells: at 2,400 trials 1.02, 1.11 and 1.19 times 1e-6 for 6,
/// 24 and 120 cells; at 12,000 trials 1.06, 1.08 and 1.12 times 1e-10.
struct TrialRule {
  std::uint64_t fewest = 0;
  std::uint64_t fewest_for_any_level = 0;
};

/// What a test takes before it is applied to a tally.
struct Needs {
  TrialRule rule{};       ///< of the trials
  std::string table{};    ///< what needs so many of them: "52 cards"
  std::string lacking{};  ///< why no number of trials would do; empty where one does
};

namespace detail {

// What tests need beyond a deck that they are for: nothing; a trial; as many trials as table_rule has it; a
// trial and as many, or 2,400.
inline Needs needs_nothing(const Tally& /*tally*/) {
  return {};
}
Needs needs_trials(const Tally& tally);
Needs needs_table(const Tally& tally);
Needs needs_table_of_trials(const Tally& tally);
Needs needs_2400_trials(const Tally& tally);

}  // namespace detail

inline std::uint64_t one_hypothesis(int /*deck_size*/) {
  return 1;
}

/// Most tests are of decks whose cards all differ and are all seen; these are of any.
inline bool is_plain_multiset(const Multiset& multiset, int /*deck_size*/) {
  return multiset.is_plain();
}
inline bool is_any_multiset(const Multiset& /*multiset*/, int /*deck_size*/) {
  return true;
}

/// At a deck size a test may be another one in disguise: the same counts, the same p-value.
struct Disguise {
  int deck_size = 0;
  std::string_view of{};
};

/// What of its counts a report names where a test finds them uneven.
enum class UnevenCell {
  none,  ///< no cell of its own
  card_at_position,
  neighbours,
  card_at_site,  ///< of decks with equal cards, and of deals
  arrangement,
  first_of_cards,  ///< which of two cards comes first
  first_of_positions,
  mean_position,  ///< of a card
  mean_card,
  number,  ///< that each permutation has, by its mean
  parity,
  fixed_points,
  cycles,
  hand_mates,
  top_two,
  top_three,
  top_five,
  marked_set,
  pair_positions,
  bet_value,
};

/// What the registry knows of one test.
struct TestInfo {
  std::string_view name;           ///< as typed on the command line
  std::string_view formerly = {};  ///< its name in the version before, which is still taken
  std::string_view claim;          ///< the claim tested, one line
  std::string_view null_distribution;
  std::string_view blind_to;  ///< what it cannot see, one line
  int smallest_deck = 2;
  int largest_deck = largest_deck_size;
  /// The smallest deck of whose relative permutations it is a test, too; none's where that is beyond every
  /// deck.
  int smallest_of_successive = largest_deck_size + 1;
  /// Why it is none of smaller decks of two cards and more, where that is not their size alone.
  std::string_view why_no_smaller = {};
  bool needs_marked_cards = false;          ///< applies only to targets that mark cards
  bool needs_counted_permutations = false;  ///< applies only in runs that count every order of the deck
  Needs (*needs)(const Tally&) = detail::needs_nothing;
  /// How it looks at a tally that has what it needs: by a chi-square, by the strongest of its cells, or by a
  /// function of its own, which gives a result for each hypothesis of the deck, and nothing where it needs
  /// bets and none are named. Each throws std::invalid_argument where counts do not add up to the trials.
  ChiSquared (*statistic)(const Tally&) = nullptr;
  StrongestCell (*strongest)(const Tally&) = nullptr;
  std::vector<TestResult> (*run)(const Tally&) = nullptr;
  /// The count of the first cell where the chi-square is of two: then the exact binomial judges it.
  std::uint64_t (*first_of_two)(const Tally&) = nullptr;
  /// How many hypotheses it tests of a deck of that size, from smallest_deck to largest_deck.
  std::uint64_t (*hypotheses)(int deck_size) = one_hypothesis;
  /// Where it is another test of one hypothesis, which is none's disguise there.
  std::array<Disguise, 2> disguises{};
  bool needs_bets = false;                 ///< applies only where bets are named
  bool needs_pairs = false;                ///< applies only where pair positions are counted
  const TableInfo* needs_table = nullptr;  ///< applies only where that table, on request, is counted
  /// Whether it is a test of decks that are made up so, of so many cards.
  bool (*of_multiset)(const Multiset& multiset, int deck_size) = is_plain_multiset;
  /// A bet family of its own bounds what it sees (core/README.md 4.6), so that a fair verdict on other
  /// families need not wait for the trials that it takes.
  bool is_bounded_apart = false;
  UnevenCell cell = UnevenCell::none;
  /// What is uneven, said where no cell stands out; empty where that would say nothing.
  std::string_view uneven = {};
  /// Of a number that each permutation has: "rising sequences".
  std::string_view counted = {};
  std::string_view counted_in = "a permutation";
};

/// What the test says of the tally: a result for each hypothesis of the deck, or one that says why it is not
/// applied at all.
std::vector<TestResult> results_of(const TestInfo& test, const Tally& tally);
/// The same of a test of one hypothesis.
TestResult result_of(const TestInfo& test, const Tally& tally);

/// The name of the test that it is at that deck size: its own nearly always.
std::string_view undisguised(const TestInfo& test, int deck_size);

/// True where what the test needs is counted, of the kinds that no run counts unasked.
bool has_what_it_asks(const TestInfo& test, bool bets_named, bool pairs_counted, const AskedTables& tables);

/// A deck, and what a run counts of it beside the kinds that every run counts.
struct CountedDeck {
  int size;
  int marked;  ///< the first cards watched as a set; 0 for none
  bool permutations_counted;
  std::uint64_t bet_hypotheses = 0;  ///< of the named bets; 0 where none are named
  bool pairs_counted = false;
  AskedTables tables = {};  ///< those on request that are counted
  Multiset multiset = {};
};

/// True when the deck can be put to the test, given enough trials.
bool fits(const TestInfo& test, const CountedDeck& deck);

/// How many hypotheses of the family the test is: none where the deck doesn't fit.
std::uint64_t hypotheses_of(const TestInfo& test, const CountedDeck& deck);

/// How many all of these are: tests that are the same at that deck size count once.
std::uint64_t hypotheses_of(std::span<const TestInfo* const> tests, const CountedDeck& deck);

/// All tests of plain decks, in the order of the registry; some are of multiset ones, too.
std::span<const TestInfo> all_tests();
/// Those of multiset decks alone, which come after them.
std::span<const TestInfo> multiset_tests();

/// The test of that name, or null.
const TestInfo* find_test(std::string_view name);
/// The test that had that name in the version before, or null.
const TestInfo* find_renamed_test(std::string_view old_name);

}  // namespace fairshuffle
