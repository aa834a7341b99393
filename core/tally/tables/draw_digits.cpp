#include "core/tally/tables/draw_digits.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/tally/planes/plane_counts.hpp"

namespace fairshuffle::detail {

std::size_t cells_of_digits(int deck_size) {
  return cell_of_digit(static_cast<std::size_t>(deck_size));
}

void add_digits(OrderBatches& orders, std::span<std::uint64_t> cells) {
  static_assert(cell_of_digit(1) == 0 && cell_of_digit(2) == 2);
  count_values_to_index(orders.digits(), cells);
}

std::string why_no_digits(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  for (std::size_t i = 1; i < static_cast<std::size_t>(deck_size); ++i) {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : cells.subspan(cell_of_digit(i), i + 1)) {
      if (count > trials) {
        return fmt::format("has a value of digit {} {} times, of {} trials", i, with_commas(count),
                           with_commas(trials));
      }
      sum += count;
    }
    if (sum != trials) {
      return fmt::format("adds up to {} in digit {}, of {} trials", with_commas(sum), i, with_commas(trials));
    }
  }
  return "";
}

}  // namespace fairshuffle::detail
