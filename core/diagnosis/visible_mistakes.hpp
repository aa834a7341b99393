// Which known mistakes so many trials must show.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fairshuffle {

// Known mistakes of large decks of which it is known exactly how much of them a test sees.

/// What one test sees of a mistake.
struct Sight {
  std::string test;               ///< the name of its TestRecord
  double degrees_of_freedom = 1;  ///< 1 for the mean of a number
  double noncentrality = 0;       ///< of its statistic, per trial
  double cells = 1;               ///< how many it looks at, each at its share of the level
};

/// One known mistake.
struct VisibleMistake {
  std::string target;  ///< as it can be typed
  std::vector<Sight> sights;
};

/// Mistakes of one kind that differ by a number, such as the riffles made.
using LineOfMistakes = std::vector<VisibleMistake>;

/// The known mistakes of decks of one size.
struct VisibleMistakes {
  /// Riffles by the mean of their rising sequences, sorts by random keys by that of their descents (Bayer and
  /// Diaconis 1992), random swaps by that of their fixed points (Diaconis and Shahshahani 1981), remainders
  /// of words of few bits by the draws read back (core/README.md 8.2), all of them or those that a filter
  /// picks out: each to where a million million trials see nothing. All others of card_suspects by where they
  /// put single cards (as a table, in its strongest cell, smoothly, along the filters of other mistakes) and
  /// by how many of them stay. What they do to permutations beyond that is not known here, so that a test may
  /// see more. Of wide decks, whose distributions are too large, riffles, sorts by random keys and random
  /// swaps as above, and of every other biased shuffle, with every word of its options and the standard of
  /// its numbers, what a run of few trials shows at least: where single cards lie, smoothly, and how many
  /// stay. A mistake that so few trials need not show is left out.
  std::vector<LineOfMistakes> lines;
  /// Sorts by a random comparator, those of card_suspects that look into the deck: what `positions` sees of
  /// each at least, of 512 trials of its own, of wide decks few_trials_of_wide_deck. A sort that so few
  /// trials need not show is left out.
  LineOfMistakes sorts;
  /// Shuffles that are seeded anew with numbers that follow each other, by every source whose decks show
  /// that: a line of those that count their shuffles, and one of those that read a clock of which every
  /// shuffle has a second of its own. Single decks may look fair; the sight of each is what `positions` sees
  /// of relative permutations, found as above, and half of that, as these are not independent and as the
  /// clock may be read at any time. Its noncentrality is per relative permutation.
  std::array<LineOfMistakes, 2> seeds;
};

/// Those of a deck of smallest_large_deck..1024 cards; throws std::invalid_argument. Found once for a deck
/// size, of 52 cards in half a second; several threads may ask at once. Of wide decks once for a deck size
/// and thread: of 1,024 cards it takes a second of processor time.
const VisibleMistakes& visible_mistakes(int deck_size);

}  // namespace fairshuffle
