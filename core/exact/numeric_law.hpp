// A law in doubles: for decks and shuffles whose fractions would take too long or too much memory.
#pragma once

#include <vector>

#include "core/exact/law.hpp"

namespace fairshuffle {

struct NumericLaw {
  int deck_size = 0;
  std::vector<double> probability;  ///< by lexicographic rank, n! of them
  double invalid = 0;               ///< probability that what comes out is no order of the deck
  double error = 0;                 ///< no number above is off by more
};

/// Each fraction's nearest double.
NumericLaw numeric(const Law& law);

}  // namespace fairshuffle
