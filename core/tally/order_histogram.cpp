#include "core/tally/order_histogram.hpp"

#include <map>

namespace fairshuffle {

OrderHistogram order_histogram(const CountedOrders& orders) {
  // Half a billion orders come a few times each: a table of small counts is read in the pace of the counters.
  constexpr std::uint64_t smaller_counts = 1 << 14;
  std::vector<std::uint64_t> by_count(smaller_counts);
  std::map<std::uint64_t, std::uint64_t> of_larger;
  orders.for_each([&](std::uint64_t, std::uint64_t count) {
    if (count < smaller_counts) {
      ++by_count[count];
    } else {
      ++of_larger[count];
    }
  });
  OrderHistogram histogram;
  for (std::uint64_t count = 1; count < smaller_counts; ++count) {
    if (by_count[count] > 0) histogram.push_back({count, by_count[count]});
  }
  for (const auto& [count, of_count] : of_larger) histogram.push_back({count, of_count});
  return histogram;
}

}  // namespace fairshuffle
