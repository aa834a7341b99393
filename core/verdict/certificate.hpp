// Bets, families of bets, the bounds of the bias that they bring, and what so many trials would have shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/birthday.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// How named bets came out, as the record tells it.

/// A record for each bet of the tally. The intervals of all values of all bets hold together at `confidence`:
/// each of k values has a k-th of the error (Bonferroni). dependent: the trials are not independent, and
/// there are none.
std::vector<BetRecord> bet_records(const Tally& whole, bool dependent, double confidence);

// What a bet on a deck can look at.

/// A coarser view of the permutations: how often each of its cells came, and its probability under fairness,
/// which are as many and add up to 1.
struct BetView {
  std::vector<std::uint64_t> counts;
  std::vector<double> fair;
};

/// All of them but the permutations themselves, always in the same order: each card's positions, what follows
/// each card and the boundary, how many cards stay, the number of cycles, parity; of a multiset deck what
/// stands at each site, and the arrangements where they are counted. A complete tally; at least one view.
std::vector<BetView> bet_views(const Tally& tally);

/// Tells of single permutations in which cell of such a view they lie.
class ViewReader {
 public:
  /// A multiset of the deck, or a plain one.
  ViewReader(const Multiset& multiset, int deck_size);

  /// Precondition: a permutation of the deck, as it was counted, and the index of a view.
  std::size_t cell(std::size_t view, std::span<const WideCard> permutation);

 private:
  std::optional<SymbolReader> reader_;
};

// Can a chosen bet be one on the deck that was counted?

/// Nothing, or what says that the chosen bet (chosen_bet) cannot be one on these trials. To twelve cards a
/// set of permutations has a multiple of 1/n! under fairness. And of some view a set of the bet's share must
/// have come so often that it was hit as the bet says, and was more frequent than fair among the trials that
/// it was chosen on: at most what the most frequent cells have together, one of them in part, and at least
/// what the rarest have. `whole`: complete, of all trials. Preconditions: a share in 0..1, at most as many
/// hits as are judged, and at most as many judged as there are trials, as tally_of sees to.
std::optional<Contradiction> contradiction_of_chosen_bet(const Bet& bet, const Tally& whole);

// The bounds of a large deck's bet families, as the record tells them.

/// The bound of every family whose counts there are, that of the named bets last where there are any; none
/// for decks of fewer than smallest_large_deck cards. All of them hold together at `confidence`, that of the
/// look: the families that are asked share nine tenths of its error evenly, and the others the last tenth, so
/// that what was not asked for costs little. dependent: the trials are not independent, and nothing is
/// bounded. asked: names of families, one at least.
std::vector<FamilyRecord> family_records(const Tally& whole, const std::vector<std::string>& asked,
                                         bool dependent, double confidence, double tolerance);

/// The largest bound of the families that are asked; nothing where one of them has none, or none is asked.
std::optional<double> bound_of_asked(std::span<const FamilyRecord> families);

/// A forecast: about so many trials would decide, if the target is what the verdict says.
struct TrialsToDecide {
  double trials = 0;
  Verdict verdict = Verdict::fair;  ///< or biased
};

/// About how many trials bring the bounds of all families that are asked down to the tolerance, 0 where they
/// are there; or, where that takes fewer, a test that looks at one of them to reject. A family is taken for
/// fair while chance makes the largest statistic of as many members as large in one of a thousand fair runs
/// and more and a fair deck takes more than the `trials` that there are; else it is taken to go on as it did.
/// Infinite where the counts are such that neither comes. alpha_per_test: the level at which one hypothesis
/// is rejected.
TrialsToDecide trials_for_asked(std::span<const FamilyRecord> families, std::uint64_t trials,
                                double tolerance, double alpha_per_test);

/// About how many trials bring the bounds of these families on a fair deck down to the tolerance, told before
/// any is run. Nothing where named bets are among them: their answers are not looked at here. deck_size from
/// smallest_large_deck on, 0 < tolerance <= 1, 0 < confidence < 1.
std::optional<double> trials_for_fair_families(int deck_size, const Multiset& multiset,
                                               std::span<const std::string> asked, double tolerance,
                                               double confidence);

// How large the bias is at least: a bet chosen on one half of the trials, judged on the other.

/// The bet that promises most: on the order itself where it is counted, on a card's position, on a card's
/// successor, on how many cards stay, on the number of cycles, or on parity; of a multiset deck on what
/// stands at a site, or on the arrangement. Each of these is a coarser view of the order, so none can be
/// farther from fair than the order is, and the lower bound that the bet brings (tv_lower_bound) bounds the
/// total variation distance of the distribution over permutations. The view and its cells are chosen on
/// `choosing`; `judging` only says how the bet fared, so the choice costs no confidence. Both tallies
/// complete, of the same deck size, at least 2. kept: decks of the judging half in their sequence, of which
/// the bet tells where its hits lie; null for none. Source: sample splitting with a Clopper-Pearson limit
/// (core/README.md 4.2).
Bet chosen_bet(const Tally& choosing, const Tally& judging, const FirstDecks* kept = nullptr);

// Where the bias lives, as the record tells it.

/// Every component of what was counted, largest sets of unseen cards first: (n-1,1), (n-2,2) ... (1,...,1).
/// Empty where there are none: one card, more than eight, permutations not counted, fewer than two trials.
/// The shares of the bias are there where findings.verdict is biased, trials are not dependent, and the
/// estimated chi-square distance is above three standard errors of what a fair shuffle shows. findings:
/// verdict, tests and dependent filled in.
std::vector<ComponentRecord> component_records(const Tally& whole, const Findings& findings);

// How large the bias is at most, and at least.

/// The estimated size of the bias and its upper bound at `confidence`, valid at the look it is taken at; the
/// lower bound is left to the bet. dependent: the trials are not independent, and nothing bounds the bias.
/// `tests` are the records of this look, by which the size is taken from the permutations where those were
/// tested, else from the positions, else from nothing. The bound is the smaller of that by the test's
/// statistic and that by the distance of the counts, which share the error. Source: core/README.md 4.1.
/// `families`, the records of a large deck at that confidence, bound it in their place: by the largest bound
/// of those asked (core/README.md 4.6).
BiasRecord bound_bias(const Tally& whole, std::span<const TestRecord> tests,
                      std::span<const FamilyRecord> families, bool dependent, double confidence);

/// About how many trials, beyond the `trials` that there are, would bring which verdict: enough to reject, if
/// the bias is clearly above the tolerance, else enough for the certificate of a fair deck: of a large deck
/// for the families asked (trials_for_asked). Nothing where the tests chosen can't bring one, as where trials
/// look dependent and the tests that see dependence was not chosen, or the counts are such that no number can
/// be told: never one of trials that there are already.
std::optional<TrialsToDecide> trials_to_decide(const Findings& findings, const CountedDeck& deck,
                                               std::uint64_t trials, double tolerance);

/// About how many trials certify a fair deck at a look that may spend 1 - confidence, told before any is run:
/// a large deck for the families of `certify`. Nothing for a deck of one card, where the tolerance is 0, or
/// is asked of named bets.
std::optional<double> trials_if_fair(const CountedDeck& deck, std::span<const std::string> certify,
                                     double tolerance, double confidence);

/// True when the bounds of this look may certify: where permutations are counted only the permutations test
/// bounds every bet; elsewhere the bound of one card passes only beside every other test, because a random
/// cut has exactly flat positions.
bool may_certify(const Findings& findings, const CountedDeck& deck);

// Which known mistakes of a large deck so many trials would have shown.

/// What was counted of how trials hang together.
struct CountedDependence {
  std::uint64_t successive = 0;  ///< of successive trials
  BirthdayCounts birthday = {};  ///< none where permutations are not kept
};

/// What the applied tests of these findings, held to the level that each has at the look, would have shown
/// after `trials` trials: of single decks, of decks that each of these mistakes carries on (whose relative
/// permutations have the distribution of the shuffle), of sorts by random comparators, of seeds
/// that follow each other or stay for two decks, and of few starting states. How many
/// trials what is dependent takes is told by what is counted of so many. Nothing for decks of fewer than
/// smallest_large_deck cards, and without trials. findings: tests, alpha_at_look and family filled in.
std::optional<PowerRecord> power_record(const Findings& findings, int deck_size, std::uint64_t trials,
                                        const CountedDependence& dependence = {});

}  // namespace fairshuffle
