#include "core/tally/tables/numbers.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle::detail {

void count_numbers(const OrderPlanes& orders, const OrderPlanes::Numbers& numbers,
                   std::span<std::uint64_t> cells) {
  for (std::size_t deck = 0; deck < orders.size(); ++deck) ++cells[numbers[deck]];
}

std::string why_no_histogram(std::uint64_t trials, std::span<const std::uint64_t> cells,
                             std::size_t smallest) {
  std::uint64_t sum = 0;
  for (std::size_t value = 0; value < cells.size(); ++value) {
    if (cells[value] > trials || (value < smallest && cells[value] > 0)) {
      return fmt::format("has {} orders of {}, of {} trials{}", with_commas(cells[value]), value,
                         with_commas(trials),
                         value < smallest ? fmt::format(", where the least is {}", smallest) : "");
    }
    sum += cells[value];
  }
  if (sum == trials) return "";
  return fmt::format("adds up to {}, of {} trials", with_commas(sum), with_commas(trials));
}

OrderPlanes::Numbers descents(const OrderPlanes& orders) {
  return descents_of(orders.cards());
}
OrderPlanes::Numbers rising_sequences(const OrderPlanes& orders) {
  OrderPlanes::Numbers numbers = descents_of(orders.places());
  for (std::uint16_t& number : numbers) ++number;
  return numbers;
}
OrderPlanes::Numbers peaks(const OrderPlanes& orders) {
  return peaks_of(orders.cards());
}
OrderPlanes::Numbers inverse_peaks(const OrderPlanes& orders) {
  return peaks_of(orders.places());
}
OrderPlanes::Numbers inversions(const OrderPlanes& orders) {
  return inversions_of(orders.cards());
}
OrderPlanes::Numbers successions(const OrderPlanes& orders) {
  return successions_of(orders.cards());
}
OrderPlanes::Numbers left_maxima(const OrderPlanes& orders) {
  return records_of(orders.cards(), Record::maximum, From::start);
}
OrderPlanes::Numbers left_minima(const OrderPlanes& orders) {
  return records_of(orders.cards(), Record::minimum, From::start);
}
OrderPlanes::Numbers right_maxima(const OrderPlanes& orders) {
  return records_of(orders.cards(), Record::maximum, From::end);
}
OrderPlanes::Numbers right_minima(const OrderPlanes& orders) {
  return records_of(orders.cards(), Record::minimum, From::end);
}

}  // namespace fairshuffle::detail
