#include "core/tally/tables/inverse_neighbours.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle::detail {

void add_inverse_neighbours(OrderBatches& orders, std::span<std::uint64_t> cells) {
  add_pair_counts(orders.inverse_neighbours(), cells);
}

std::string check_inverse_neighbours(int deck_size, std::uint64_t trials,
                                     std::span<const std::uint64_t> cells) {
  const auto symbols = static_cast<std::size_t>(deck_size) + 1;
  const auto at = [&](std::size_t place, std::size_t next) { return cells[place * symbols + next]; };
  for (std::size_t place = 0; place < symbols; ++place) {
    std::uint64_t before = 0, behind = 0;
    for (std::size_t next = 0; next < symbols; ++next) {
      // Both ways at once would be two cards that follow each other in a circle.
      const std::uint64_t there = at(place, next), back = at(next, place);
      if (there > trials || back > trials || there + back > trials || (place == next && there > 0)) {
        return fmt::format("has {} trials from {} to {} and {} back, of {}", with_commas(there), place, next,
                           with_commas(back), with_commas(trials));
      }
      behind += there;
      before += back;
    }
    if (behind != trials || before != trials) {
      return fmt::format("has {} trials to place {} and {} from there, of {}", with_commas(before), place,
                         with_commas(behind), with_commas(trials));
    }
  }
  return "";
}

}  // namespace fairshuffle::detail
