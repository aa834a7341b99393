// What follows from the outcomes of all paths: a verdict without chance, and the known mistakes that do the
// same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/exact/outcomes.hpp"
#include "core/exact/paths.hpp"

namespace fairshuffle {

enum class OutcomeVerdict {
  exactly_fair,
  exactly_biased,
  checked_fair,
  checked_biased,
  inconclusive,
  invalid
};

/// "exactly fair", "exactly biased", "fair as far as checked", "biased as far as checked", "inconclusive",
/// "invalid".
std::string_view to_text(OutcomeVerdict verdict);
bool is_fair(OutcomeVerdict verdict);
bool is_biased(OutcomeVerdict verdict);

struct JudgedOutcomes {
  std::string name;       ///< of the code, with its deck size
  Outcomes outcomes;      ///< as they came
  Distribution followed;  ///< of the paths that were followed, among themselves
  Fraction total_variation;
  Fraction unfollowed;
  /// Chance of the pieces that no ordinary run hit, at 99.9 %: none of N runs hits what has ln(1000)/N or
  /// more with a probability above 0.001. 0 where no pieces were looked for.
  double missed = 0;
  OutcomeVerdict verdict = OutcomeVerdict::inconclusive;
  /// The known mistakes that have the same distribution, but for what doubles round, as they can be typed.
  std::vector<std::string> equal = {};
  /// The smallest deck that is biased, where all smaller ones were followed; 0 where that is not known.
  int smallest_biased_deck = 0;
};

/// The true distribution is within `unfollowed` and `missed` of that of the paths followed. It is fair where
/// the two and the distance from uniform are 0, or together at most most_left_open; biased where the distance
/// exceeds `unfollowed`, and what the ends of pieces may be off; a result that is no permutation is invalid.
/// Deck sizes 2..8; some path was followed.
JudgedOutcomes judged(const std::string& name, Outcomes outcomes);

/// The same of the outcomes of these paths, which are followed; and where they are biased, smaller decks are,
/// too, to find the smallest that shows it. Throws what Paths::follow does.
JudgedOutcomes judged(const std::string& name, Paths& paths);

/// The known mistakes of decks of 3 to 7 cards whose exact distribution is no farther than `within` from this
/// one; none for other decks, where they are too alike or take too long, and none for a uniform distribution,
/// which many have.
std::vector<std::string> equal_mistakes(const Distribution& distribution, const Fraction& within = 0);

/// How far the draw is from even, as a total variation distance. Throws std::invalid_argument where the
/// method does not make a value of one word.
double unevenness(const DrawWidth& width);

}  // namespace fairshuffle
