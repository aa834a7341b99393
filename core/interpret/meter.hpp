// What a shuffle costs: draws, moves, comparisons, and how they grow.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

// The meter: what a shuffle costs as its deck grows, and whether the registry's claim of it holds.

/// What one shuffle of one deck cost.
struct MeterReading {
  std::uint64_t draws = 0;  ///< bounded draws; of a library function that draws its own way, words taken
  std::uint64_t moves = 0;  ///< cards written, into the deck or beside it; a swap writes two
  std::uint64_t extra = 0;  ///< the most cards and keys that lay outside the deck at once
  std::vector<int> deck;    ///< as the shuffle left it
};

/// One shuffle of the sorted deck of setup.deck_size cards, 1 or more, with ideal draws: the setup's source,
/// draw method and seeding have no part in it. Each operation costs what it does the plain way that a program
/// would do it, so a cost is one of arrays, not of the interpreters here, which know shorter ways to a few of
/// them. Throws std::invalid_argument for an empty deck, one of more than largest_metered_deck cards and for
/// a shuffle that lists all permutations of more than largest_listed_deck cards.
MeterReading meter_once(const SampleSetup& setup, std::uint64_t seed);
inline constexpr int largest_metered_deck = 4096;
inline constexpr int largest_listed_deck = 9;

/// The mean cost at one deck size.
struct CostPoint {
  int deck_size = 0;
  double draws = 0, moves = 0, extra = 0;
};

/// Seven deck sizes that double from 16, or from where the claims of its cost begin to hold; from 4 to 9 for
/// a shuffle that lists all permutations.
std::vector<int> metered_sizes(const ShuffleInfo& shuffle);

/// The setup at another deck size: an option whose standard value is the deck size, and which has it, keeps
/// to it.
SampleSetup at_deck_size(const SampleSetup& setup, int deck_size);

/// The means over 32 shuffles, or over fewer, at least two, where they would take more than some ten million
/// moves; the seeds are fixed.
std::vector<CostPoint> meter(const SampleSetup& setup, std::span<const int> deck_sizes);

// Growth: the distribution by which a measured cost grows with the deck, and the registry's claims held to
// it.

/// What was measured at one deck size.
struct Measured {
  int deck_size = 0;
  double cost = 0;
};

struct GrowthFit {
  std::string_view growth;  ///< "1", "log n", "n", "n log n", "n^2", "n^2 log n", "n^3", "n!", "n n!"; or "0"
  double factor = 0;        ///< cost is about factor times growth; logarithms are to base 2
  double slope = 0;         ///< of log cost over log n: the exponent, were it a power of n
};

/// The growth whose curve, scaled, lies closest: the smallest variance of log(cost / growth). "0" where
/// nothing was ever spent. The slope is that of least squares. At least two deck sizes, ascending, from 2;
/// costs all above 0 or all 0; throws std::invalid_argument.
GrowthFit fit_growth(std::span<const Measured> measured);

/// The costs of one kind.
std::vector<Measured> measured(std::span<const CostPoint> points, double CostPoint::*kind);

/// One claim of ShuffleInfo::cost, and how it fared.
struct CheckedClaim {
  std::string what;   ///< "draws", "moves" or "extra"
  std::string claim;  ///< as it is written: "n log n", "2k"; "in place"
  double drift = 0;   ///< slope of log(measured / claimed) over log n: 0 where both grow alike
  bool holds = false;
};

/// The claims of setup.shuffle->cost that speak of the setup's options, held against the points. A claim of a
/// class holds when measured / claimed drifts by less than largest_drift; a claim of none, or of no extra
/// memory, when there was none. A shuffle's claims are clauses between commas: a growth and what grows, a
/// growth being a product of numbers, n, n^2, n!, log n and options by name ("n log n draws and moves", "2k
/// draws", "n extra cards", "n! permutations listed", "in place"); where an option of words decides, parts
/// between semicolons, each led by its word ("merge: n^2 moves; quick: n log n moves"), and a last part where
/// all this holds of larger decks only ("from 64 cards on"). Throws std::invalid_argument for what cannot be
/// read so.
std::vector<CheckedClaim> check_claims(const SampleSetup& setup, std::span<const CostPoint> points);

/// A factor of log n is a drift of 0.17 over the metered sizes, one of n a drift of 1.
inline constexpr double largest_drift = 0.1;

}  // namespace fairshuffle
