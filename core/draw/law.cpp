#include "core/draw/law.hpp"

#include <stdexcept>
#include <string>

namespace fairshuffle::detail {

void check_tabulated_bound(std::uint64_t bound) {
  if (bound < 1 || bound > largest_tabulated_bound) {
    throw std::invalid_argument("draw law: bound must be in 1..10000000, was " + std::to_string(bound));
  }
}

}  // namespace fairshuffle::detail
