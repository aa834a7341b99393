// Known mistakes of large decks of which it is known exactly how much of them a test sees.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace fairshuffle {

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

/// The lines of a deck:
/// riffles by the mean of their rising sequences, sorts by random keys by that of their descents (Bayer and
/// Diaconis 1992), random swaps by that of their fixed points (Diaconis and Shahshahani 1981), remainders of
/// words of few bits by the draws read back (core/README.md 8.2), all of them or those that a filter picks
/// out: each to where a million million trials see nothing. All others of card_suspects by where they put
/// single cards (as a table, in its strongest cell, smoothly, along the filters of other mistakes) and by how
/// many of them stay. What they do to orders beyond that is not known here, so that a test may see more.
/// Of wide decks as visible_wide.hpp has it. deck_size in smallest_large_deck..1024; throws
/// std::invalid_argument. Found once for a deck size, of 52 cards in half a second; several threads may ask
/// at once.
std::span<const LineOfMistakes> visible_mistakes(int deck_size);

}  // namespace fairshuffle
