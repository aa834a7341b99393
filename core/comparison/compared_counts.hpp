// Do the counts of one target in two reports agree?
#pragma once

#include <cstddef>
#include <optional>
#include <string>

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

/// Successive trials that came out equal, which no count of single trials shows.
struct ComparedRepeats {
  RepeatCounts before, after;
  TailProbability p;  ///< before Bonferroni
  bool told = false;  ///< whether it is smaller than that of the other counts
};

struct ComparedCounts {
  CountsAnswer answer = CountsAnswer::untested;
  std::string of;         ///< what was tested: "orders" or "positions"; empty where nothing was
  std::string strongest;  ///< of positions where they differ most: "position 3", "card 7"; else empty
  double statistic = 0;   ///< Pearson's; of positions that of the strongest
  double degrees_of_freedom = 0;
  std::optional<ComparedRepeats> repeats;  ///< where they were tested beside
  /// Of positions after Bonferroni over all positions and cards; with repeats twice the smaller p-value.
  double p_value = 1;
  double log10_p = 0;
  double adjusted_p = 1;  ///< after Holm over everything that the comparison tests
  std::string linked_in;  ///< whose successive trials are linked: "OLD", "NEW", "OLD and NEW"; or empty
  std::string remark;     ///< a sentence on what the seeds let expect, or on why nothing was tested
  std::string sentence;   ///< the answer in plain words, with the remark
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

/// As a sentence goes on: " over all 3 targets", " over all 5 comparisons"; empty for one.
std::string over_all(const TestedTogether& tested);

/// Everything but the answer to a test that ran, its adjusted p-value and the sentence. Tested are the counts
/// of orders where both records have them and the smaller one has twenty trials for each order; elsewhere
/// those of cards by position, which does not see a change that leaves each card's positions as they were.
/// Beside them the equal pairs of successive trials, where both records have enough.
/// Both records have a verdict, and their evidence adds up (tally_of).
ComparedCounts compared_counts(const TargetRecord& before, const TargetRecord& after, bool same_seed);

/// The rest. confidence: in (0, 1), of the answer "differ".
void answer_counts(ComparedCounts& counts, double adjusted_p, const TestedTogether& tested,
                   double confidence);

/// Whose successive trials are linked: "OLD", "NEW", "OLD and NEW"; or empty.
std::string linked_in(const TargetRecord& before, const TargetRecord& after);

}  // namespace fairshuffle
