// Do the counts of one target in two reports agree?
#pragma once

#include <cstddef>
#include <optional>

#include "core/record/run_record.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/repeats.hpp"

namespace fairshuffle {

enum class CountsAnswer {
  same,      ///< every count is the same
  agree,     ///< the test does not tell the laws apart
  differ,    ///< it does
  linked,    ///< it does, but trials are linked, which alone may make p small
  untested,  ///< nothing to compare, or too little of it
};

/// The word for an answer, as it stands in tables: "same", "agree", "differ", "linked", "untested".
const char* to_text(CountsAnswer answer);

/// Which of two reports have something.
enum class FoundIn { neither, both, old_only, new_only };

/// What of the counts was tested.
enum class CountsTested {
  nothing,
  orders,       ///< or arrangements of equal cards or a deal
  positions,    ///< which card lies where
  kinds,        ///< which kind of equal cards lies where
  dealt_cards,  ///< which card is dealt, and where to
};

/// The word for it, as it stands in reports: "orders", "positions", "kinds", "dealt-cards"; empty for
/// nothing.
const char* to_text(CountsTested of);

/// Why no counts of a target were tested that has a verdict in both.
enum class CountsUntested {
  unlike_decks,  ///< of other numbers of cards
  one_card,      ///< which has one order
  none_valid_in_old,
  none_valid_in_new,
  too_few_trials,
  unlike_makeups,  ///< equal cards or deals that are not alike
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

struct ComparedCounts {
  CountsAnswer answer = CountsAnswer::untested;
  CountsTested of = CountsTested::nothing;
  std::optional<CountsUntested> why_untested;  ///< absent where they were tested, or are the same
  std::optional<StrongestRow> strongest;       ///< of positions, where they were tested
  double statistic = 0;                        ///< Pearson's; of positions that of the strongest
  double degrees_of_freedom = 0;
  std::optional<ComparedRepeats> repeats;  ///< where they were tested beside
  /// Of positions after Bonferroni over all positions and cards; with repeats twice the smaller p-value.
  double p_value = 1;
  double log10_p = 0;
  double adjusted_p = 1;                 ///< after Holm over everything that the comparison tests
  FoundIn linked_in = FoundIn::neither;  ///< links of successive trials
  SeedRemark remark = SeedRemark::none;

  bool tested() const { return of != CountsTested::nothing; }
};

/// A p-value of the comparison is held against a tenth of what the confidence leaves. The rest is for what
/// makes small p-values too small: runs that stop at a look which their own counts choose (simulated for 6,
/// 24 and 120 orders: 1.4 times at level 5 %, 1.7 times at 1 %, about 2.8 times at 1e-4), and thin cells (to
/// 3.2 times at 1e-4, homogeneity.hpp).
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
/// of orders where both records have them and the smaller one has twenty trials for each order; elsewhere
/// those of cards by position, which does not see a change that leaves each card's positions as they were.
/// Of equal cards it is the kinds by position, and of a deal where each card is dealt to.
/// Beside them the equal pairs of successive trials, where both records have enough.
/// Both records have a verdict, and their evidence adds up (tally_of).
ComparedCounts compared_counts(const TargetRecord& before, const TargetRecord& after, bool same_seed);

/// The rest of counts that were tested. confidence: in (0, 1), of the answer "differ".
void answer_counts(ComparedCounts& counts, double adjusted_p, double confidence);

/// Of what was tested: agree, differ or linked. confidence: in (0, 1), of the answer "differ".
CountsAnswer answer_of(double adjusted_p, FoundIn linked_in, double confidence);

/// Whose successive trials are linked.
FoundIn linked_in(const TargetRecord& before, const TargetRecord& after);

}  // namespace fairshuffle
