#include "core/exact/numeric_law.hpp"

#include <limits>

namespace fairshuffle {

NumericLaw numeric(const Law& law) {
  NumericLaw numbers{.deck_size = law.deck_size,
                     .probability = {},
                     .invalid = to_double(law.invalid),
                     .error = std::numeric_limits<double>::epsilon() / 2};
  numbers.probability.reserve(law.probability.size());
  for (const Fraction& probability : law.probability) numbers.probability.push_back(to_double(probability));
  return numbers;
}

}  // namespace fairshuffle
