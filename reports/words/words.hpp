// What reports say of a target and of a run, in words alike in every format.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/findings.hpp"

namespace fairshuffle {

// Cards, decks and rows.

/// What an option of the target was set to; empty where it was not.
std::string option_of(const TargetDescription& target, std::string_view name);

/// The words of a deck that has some, of equal cards one for each kind; the numbers of one that begins with
/// 1; empty where the number of a card is what it is called.
std::vector<std::string> card_names(const TargetDescription& target);

/// "card 3", or "card K" of a deck of words.
std::string card_text(const TargetDescription& target, std::size_t card);

/// The member of a bet family that is farthest from fair, as its record names it ("what follows card 3",
/// "cards 3 and 4", "position 0"), with its cards by name; a named bet is called what it is called.
std::string farthest_text(const TargetDescription& target, const FamilyRecord& family);

/// "24 and 36 of them equal", "6 of them dealt, in any order": what of the deck can be told apart; empty of a
/// plain deck.
std::string multiset_words(const TargetDescription& target);

/// "a, b and c", or the first three and how many more of `all` there are. `last_word`: "and" or "or".
std::string told(std::vector<std::string> items, std::size_t all, const char* last_word);
/// The same of all that there are, joined by "and".
std::string told(std::vector<std::string> items);

/// What is told together: each text once, in the order in which it came, with the names that it goes for.
using Together = std::vector<std::pair<std::string, std::vector<std::string>>>;
/// Adds a name to those that a text goes for, unless it is there.
void add_to(Together& together, std::string_view text, const std::string& name);

/// What a row of any deck is to hold, as a sentence; `cards` and `row`: what this one holds.
std::string row_advice(const TargetDescription& target, std::vector<int> cards, std::string_view row);

// Verdicts, bounds and trials.

/// "fair", "biased", "inconclusive", "invalid"; "failed" where there is no verdict.
std::string verdict_word(const TargetRecord& result);

/// The bounds of a bias that are told, a lower one where it is above zero.
struct ToldBounds {
  std::optional<double> lower, upper;
  bool together = false;  ///< there are both, about the same bets
};
ToldBounds told_bounds(const BiasRecord& bias);

/// The bias in points: "8.1 to 8.7 points", "at most 0.093 points", "at least 3.2 points", "not bounded".
std::string bias_text(const BiasRecord& bias);
/// The same, with what the chosen bet gained on the trials that it was judged on ("8.4 points (8.1 to 8.7)"),
/// or "not independent" where nothing is bounded for that reason.
std::string bias_text(const TargetRecord& result);

/// What the chosen bet gained on the trials that it was judged on, in points: "8.4"; empty without one, and
/// where it gained nothing.
std::string gain_text(const TargetRecord& result);

/// What points are, once for every page that has any.
inline constexpr const char* points_explained =
    "A bias of one point: in 100 bets, the best bettor wins once more than against a fair deck.";

/// The test with the smallest adjusted p-value, "6.2e-19 permutations"; "-" where none was applied.
std::string smallest_p_text(const TargetRecord& result);

/// "as expected", "EXPECTED biased", of a control also "not biased"; empty where nothing was expected.
std::string expectation_text(const TargetRecord& result, bool is_control);

/// "6.2e-19"; "< 1e-300" where doubles end.
std::string adjusted_p_text(double adjusted_p);

/// "99.9 %"
std::string confidence_text(double confidence);

/// Of what was measured, in points of two digits: "8.4", "100".
std::string measured_points(double gain);

/// "0.1 points"
std::string tolerance_text(double tolerance);

/// "1 trial", "2,400 trials"
std::string how_many_trials(std::uint64_t trials);
/// The same of a number that is written out already, such as "9.1e7".
std::string how_many_trials(std::string_view number);

/// "7 of 12,345 trials were no order of the deck", without a full stop.
std::string no_permutation_clause(const Evidence& evidence);

// Named bets in words.

/// The value whose count is most standard errors from fair, the first of them; null without trials.
const BetValue* farthest_value(const BetRecord& bet);

/// What betting on or against one value gains at least, as a probability beyond the fair one.
struct NamedGain {
  const BetRecord* bet = nullptr;
  const BetValue* value = nullptr;
  bool against = false;
  double gain = 0;
};

/// The largest that the intervals prove; gain 0 and no bet where they prove none.
NamedGain best_named_gain(const std::vector<BetRecord>& bets);

/// A probability in percent, four digits: 0.004525 -> "0.4525".
std::string chance_text(double probability);
/// How often it came, in percent as above; empty without trials.
std::string share_text(const BetValue& value, std::uint64_t trials);
/// The ends of its interval in percent, three digits, rounded outwards: "0.441 .. 0.464"; empty where there
/// is none.
std::string interval_text(const BetValue& value);

// What a certificate of a large deck says: what its bounds are about, and what they leave out.

/// What bets of a family are on: "where any one card lies".
std::string bets_of_family(const std::string& family);

/// "the order", "where one card lies", "where any one card lies or which of any two cards comes first": what
/// follows "no bet on". Empty where nothing is bounded.
std::string bets_covered(const BiasRecord& bias);

/// The same of its lower bound: "the order", or "all that can be told apart".
std::string bets_of_lower(const BiasRecord& bias);

/// "no lower bound is stated: the hits of the chosen bet cling to ...": why, in words.
std::string why_withheld(HitFault fault);

/// Those that were permutations; of a report that is only drawn there may be fewer than none.
inline std::uint64_t trials_of(const TargetRecord& result) {
  return valid_trials(result.evidence);
}

// How many different permutations came, of all that there are.

/// Whether few permutations, arrangements or deals are all that comes: no more than half as many came as fair
/// trials bring; all trials within any so few, D of S, are a chance below 1e-9, by C(S,D) (D/S)^N <= (e
/// S/D)^D (D/S)^N; and those that came once are at most a quarter of the trials, which is about the chance of
/// what is still to come (Good 1953). False where nobody counted how many different ones came.
bool few_came(const TargetRecord& result);

/// "only 20 of 120 permutations came", "only 32 of 40,320 permutations came (expected: 2,331)" of few;
/// else "76 of 120 permutations never came" of those that were each due twenty times. Of arrangements, and
/// deals, too. Empty elsewhere, and where every deck of different cards came out the same (constant_cards).
std::string came_words(const TargetRecord& result);

// Decks that came out alike.

/// Whether each card was at its own place in so many trials, in a deck of two cards and more.
bool diagonal_is(const TargetRecord& result, std::uint64_t count);

/// "card 51 is always last", "card 0 is always first and card 3 always at position 7", "every deck came out
/// as it went in"; empty where no card is at one position in all trials, and for decks of one card.
std::string constant_cards(const TargetRecord& result);

/// Why every deck came out alike: "as from the same seed each time"; empty where not all did, and where a
/// known mistake explains it.
std::string constant_cause(const TargetRecord& result);

/// Of a deal in order, every one of which was in ascending order: what that may be; else empty.
std::string ascending_words(const TargetRecord& result);

// Equal successive decks.

/// True where successive equal decks are all that rejects fairness.
bool only_repeats_reject(const TargetRecord& result);

/// Whether pairs of successive decks are no more often equal than independent decks of the distribution that
/// was counted are, whichever two of the trials they are; of fingerprints, which have no counts, than they
/// are at least. False where nobody counted it.
bool counts_explain_repeats(const TargetRecord& result);

/// "12 of 16,383 pairs of successive decks were equal (expected: 137)"
std::string repeat_words(const TargetRecord& result);

// Permutations that come again, and the starts that a shuffle has.

/// Where the test `birthday` rejects and the decks are not dependent: "1,234 decks came again (expected:
/// 1.7e-57): it behaves like 2^31.0 starting states (2^30.9 to 2^31.1 with 99.9 % confidence), so only about
/// so many different permutations can come out". Where the first repeat came later than in independent draws
/// it says so in place of a number. Empty elsewhere.
std::string seed_words(const TargetRecord& result, const Budget& budget);

/// "12 of 131,072 decks came again (expected: 1.1e-58)"; of kept ones where not all are.
std::string came_again(const TargetRecord& result);

/// "at least 2^36.1 different permutations can come out (99.9 % confidence)", on what condition where that is
/// declared only; empty where nothing is known of that.
std::string fewest_permutations_words(const TargetRecord& result, const Budget& budget);

// Trials that are not independent.

/// What is shown wherever result.dependent, and no more: independent trials of two shuffles in turn are no
/// draws from one distribution either.
inline constexpr const char* what_dependence_shows =
    "the trials are not independent draws from one distribution";

struct DependenceWords {
  std::string looks;  ///< what the counts look like: "odd and even permutations take turns"
  std::string cause;  ///< what usually makes them look so: "as when ..."
};

/// No capitals, no full stops. Precondition: result.dependent.
DependenceWords dependence_words(const TargetRecord& result);

// Where decks are uneven: one choice for every report.

/// What is uneven going by the test of single decks that rejects with the smallest p, of those whose counts
/// have a card, a pair, a number or an arrangement to show: "card 0 never lands at position 0", "every
/// permutation is odd (expected: half)", "lands in the opening hand: 5 came 9.383 % of the time
/// (expected: 6.933 %)". Where only tests of whole permutations reject the card or the order that is
/// farthest off; where none is clear of chance what the test looks at, "some cards are dealt into one hand
/// more often than others". Empty where no test of single decks rejects as uneven.
std::string looked_at(const TargetRecord& result);

/// What the counts have most clearly of that which a hypothesis looks at (TestInfo::cell): "52.3 % of the
/// permutations are even (expected: 50.0 %)", "card 3 and card 7 lie in one of four hands in 31.2 % of the
/// decks (expected: 23.5 %)", "a permutation has 24.9 rising sequences on average (expected: 26.5)".
/// Empty of tests that look at all permutations at once, where nothing was counted, and where it is of no one
/// of many cells that chance does not bring it (clear_cell_level).
std::string uneven_counts(const TargetRecord& result, const TestRecord& test);

/// "permutation 2 0 1 comes 22 % too often", "arrangement A A B B never comes", "deal 3 7 1 comes ...", of
/// the count that is farthest off. Empty where not all are counted, and where none is clear.
std::string farthest_permutation(const TargetRecord& result);

/// The cell of the sites that is farthest from fair, where it is clearly off: "L is 12 % too frequent at
/// position 0", "card 7 is dealt 8 % too rarely". Cards go by the words and numbers of the rows. Empty of
/// plain decks and where no cell is clear.
std::string farthest_site(const TargetRecord& result);

/// A mean and the one that was due, with as many decimals as it takes to see the difference, and one more.
struct ToldMeans {
  std::string mean, due;
};
ToldMeans told_apart(double mean, double due);

// What was found of a target, in short answers that every format takes its own of.

/// Each empty where there is no answer. Points are hundredths of total variation, what a bet gains; bounds
/// are rounded so that they stay bounds. Trials that are dependent bound nothing and are held against no
/// known mistake, which is said.
struct Clauses {
  /// The chi-square tests that everyone knows, by name, where they were applied: "Permutations": "X2 = 84,212
  /// on 119 df, p < 1e-300, effect 8.4 points". The effect is told where the test rejects: of permutations
  /// what the best bet gains; of positions what one on or against the cell that is farthest off gains.
  std::vector<std::pair<std::string, std::string>> known_tests;
  /// "the best bet gains 8.4 points over a fair deck (8.1 to 8.7, 99.9 % each)"; of any target with
  /// a verdict but an invalid one. An upper bound that is about other bets than the lower one stands in a
  /// sentence of its own behind it, but for the full stop.
  std::string how_much;
  /// What `exact` found of the target's code, with the name that it was given there.
  std::string proof;
  /// Of inconclusive ones: "the tolerance is 0.1 points; if it is fair, about 34,000,000 trials would
  /// decide"; of recorded ones also what they do support: "3,000 trials support 6.3 points: --tolerance
  /// 0.063".
  std::string undecided;

  // Of a biased target.
  std::string where;  ///< "card 1 is 22 % too frequent at position 0"
  std::string why;  ///< "consistent with naive-swap:n=5 ...; the 191 other known mistakes are excluded: ..."
  std::string evidence;  ///< of the strongest test, and how many: "cycles p = 9e-143; 7 of 8 tests reject"

  // Of one with a certificate.
  /// "points (99.9 % together): cards 0.087, pairs-order 0.11 (at most 0.1 from 69,000,000 trials on, if
  /// fair); not asked for: parity 0.15; not counted: pairs (--pairs)": the bound of each family, and how to
  /// have the others counted.
  std::string by_family;
  std::string seed_space;  ///< "no deck of 370,413 kept came again"
  std::string would_find;  ///< "99 times of 100: up to 15 riffles, up to 270 random swaps and 38 other known
                           ///< mistakes"
  std::string might_miss;  ///< "16 riffles (takes 91,000,000 trials)"
};
Clauses clauses_of(const TargetRecord& result, const Budget& budget);

/// The first line of a test that fails: "Biased: looks like sattolo; card 0 never lands at position 0; 79 to
/// 86 points", "Inconclusive: at most 6.3 points; the tolerance is 1 point".
std::string headline_of(const TargetRecord& result, const Budget& budget);

/// Whether a target, a large deck that is not found biased, is told by its bounds in place of its sentence.
bool has_certificate(const TargetRecord& result);

/// "by chi-square distance, 75 % of the bias lies in single cards (4,1), 12 % in parity (1,1,1,1,1)": up to
/// five parts that are clearly above noise, the largest first. Where none has a sixth of the bias, says that
/// it is spread. Empty where nothing is clear, and where there is only one part at all.
std::string component_words(std::span<const ComponentRecord> parts);

// Known mistakes.

/// "naive-swap:n=5", "naive-swap:n=5 with positions reversed".
std::string mistake_text(const KnownMistake& mistake);

/// What a target looks like, in a few words for a reader who knows its deck size: "naive-swap (exactly 8.4187
/// points)", "sattolo or 2 more"; empty where no known mistake fits well, and of dependent decks.
std::string likeness(const TargetRecord& result);

/// What fits, and what is excluded; or that nothing known fits; with the lesson on the mistake that is named:
/// "consistent with naive-swap:n=5 ...: fairshuffle explain naive-swap:n=5".
std::string answer_of(const DiagnosisRecord& diagnosis, const TargetDescription& target);

/// What relative permutations fit: "naive-swap:n=5 or riffle:m=7,n=5 (or a distribution near one of them)".
std::string step_words(const DiagnosisRecord& shuffle, const TargetDescription& target);

// What the tests that ran cannot see.

/// What a target may still hide, a clause each: only what no test that ran can see, and its own caveat. Of
/// one without a verdict the caveat alone.
std::vector<std::string> blind_spots_of(const TargetRecord& record);

// A verdict in plain words.

/// Fills in the words of a record that is complete but for them: what its tests cannot see, and one or two
/// sentences that say no more than the evidence, trials, what was found, the bound with its confidence. Of a
/// target without a verdict there are no sentences.
void put_in_words(const Budget& budget, TargetRecord& record);

}  // namespace fairshuffle
