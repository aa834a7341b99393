// Bets and families of bets in the record.
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

}  // namespace fairshuffle
