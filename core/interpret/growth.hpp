// Growth: the law by which a measured cost grows with the deck, and the registry's claims held to it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/interpret/meter.hpp"

namespace fairshuffle {

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
/// draws", "n extra cards", "n! orders listed", "in place"); where an option of words decides, parts between
/// semicolons, each led by its word ("merge: n^2 moves; quick: n log n moves"), and a last part where all
/// this holds of larger decks only ("from 64 cards on"). Throws std::invalid_argument for what cannot be read
/// so.
std::vector<CheckedClaim> check_claims(const SampleSetup& setup, std::span<const CostPoint> points);

/// A factor of log n is a drift of 0.17 over the metered sizes, one of n a drift of 1.
inline constexpr double largest_drift = 0.1;

}  // namespace fairshuffle
