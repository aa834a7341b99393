// What came of following the paths of somebody's code: a path is one sequence of answered draws.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/exact/distribution.hpp"

namespace fairshuffle {

/// A bounded draw that a program makes of one word, where its answers were ideal.
struct DrawWidth {
  int bits;            ///< of the word, 1..64
  std::string method;  ///< a draw method of the registry that makes a value of one word
  std::uint64_t bound;

  bool operator==(const DrawWidth&) const = default;
};

/// The decks whose paths are followed, in cards.
inline constexpr int smallest_followed_deck = 2, largest_followed_deck = 8;

/// What may be left open for a fair verdict, as a total variation distance.
inline constexpr double most_left_open = 0.001;

struct Outcomes {
  /// Its weights, `invalid` and `unfollowed` sum to the denominator.
  Distribution distribution;
  Integer unfollowed = 0;           ///< weight of the paths that were cut off
  std::uint64_t paths = 0;          ///< that were followed
  std::string shown = {};           ///< the first result that was no permutation of the deck
  std::string shown_draws = {};     ///< that led to it
  std::uint64_t ordinary_runs = 0;  ///< that ended as the pieces predict; 0 where no pieces were looked for
  std::uint64_t repeats = 0;        ///< runs of the same draws that ended alike, where each path was followed
  std::vector<DrawWidth> widths = {};
};

}  // namespace fairshuffle
