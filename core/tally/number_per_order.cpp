#include "core/tally/number_per_order.hpp"

#include "core/tally/merge.hpp"

namespace fairshuffle {

NumberCounts::NumberCounts(int largest_value) : by_value_(static_cast<std::size_t>(largest_value) + 1) {}

void NumberCounts::merge(const NumberCounts& other) {
  detail::add_counts(by_value_, other.by_value_);
}

}  // namespace fairshuffle
