#include "core/exact/numeric_law.hpp"

#include <limits>

namespace fairshuffle {

NumericLaw numeric(const Law& law) {
  NumericLaw numbers{.deck_size = law.deck_size,
                     .probability = {},
                     .invalid = to_double(invalid_probability(law)),
                     .error = std::numeric_limits<double>::epsilon() / 2};
  numbers.probability.reserve(law.weight.size());
  for (std::uint64_t rank = 0; rank < law.weight.size(); ++rank) {
    numbers.probability.push_back(to_double(probability_of(law, rank)));
  }
  return numbers;
}

}  // namespace fairshuffle
