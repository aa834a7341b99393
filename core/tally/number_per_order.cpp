#include "core/tally/number_per_order.hpp"

#include <array>

#include "core/tally/merge.hpp"
#include "core/tally/planes/plane_numbers.hpp"

namespace fairshuffle {

NumberCounts::NumberCounts(int largest_value) : by_value_(static_cast<std::size_t>(largest_value) + 1) {}

void NumberCounts::merge(const NumberCounts& other) {
  detail::add_counts(by_value_, other.by_value_);
}

void add_numbers(OrderBatches& orders, NumberCounts& fixed_points, NumberCounts& cycles,
                 NumberCounts& parity) {
  const auto count_fixed = [&](const PlaneBatches& planes, auto add) {
    std::vector<std::uint64_t> orders_with(planes.planes() + 1);
    std::array<Plane, PlaneBatches::most_batches> fixed;
    NumberBatches numbers(planes.decks());
    for (std::size_t batch = 0; batch < planes.batches(); ++batch) {
      fixed[batch] = fixed_values_of(planes.batch(batch));
      numbers[batch] = &fixed[batch];
    }
    count_numbers(numbers, orders_with);
    for (std::size_t value = 0; value < orders_with.size(); ++value) {
      if (orders_with[value] > 0) add(static_cast<int>(value), orders_with[value]);
    }
  };
  count_fixed(orders.cards(), [&](int value, std::uint64_t count) { fixed_points.add(value, count); });
  // Each draw of another place than its own brings two cycles together.
  count_fixed(orders.digits(), [&](int value, std::uint64_t count) {
    cycles.add(value, count);
    parity.add((orders.deck_size() - value) % 2, count);
  });
}

}  // namespace fairshuffle
