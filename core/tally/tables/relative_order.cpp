#include "core/tally/tables/relative_order.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/tally/planes/pair_counts.hpp"

namespace fairshuffle::detail {

std::size_t cells_of_pairs(int deck_size) {
  return pairs_of(static_cast<std::size_t>(deck_size));
}

void add_card_pairs(OrderBatches& orders, std::span<std::uint64_t> cells) {
  add_pair_counts(orders.pairs_in_order(), cells);
}

void add_position_pairs(OrderBatches& orders, std::span<std::uint64_t> cells) {
  std::vector<PairCount> counts(cells.size());
  count_ascending_pairs(orders.cards(), counts);
  add_pair_counts(counts, cells);
}

std::string why_no_pairs(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  const auto n = static_cast<std::size_t>(deck_size);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (const std::uint64_t count = cells[cell_of_pair(n, a, b)]; count > trials) {
        return fmt::format("has {} before {} {} times, of {} trials", a, b, with_commas(count),
                           with_commas(trials));
      }
    }
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      const std::uint64_t a_before_b = cells[cell_of_pair(n, a, b)];
      for (std::size_t c = b + 1; c < n; ++c) {
        const std::uint64_t around =
            a_before_b + cells[cell_of_pair(n, b, c)] + trials - cells[cell_of_pair(n, a, c)];
        if (around >= trials && around <= 2 * trials) continue;
        return fmt::format(
            "has {0} before {1}, {1} before {2} and {2} before {0} in {3} cases, where {4} trials make {4} "
            "to {5}",
            a, b, c, with_commas(around), with_commas(trials), with_commas(2 * trials));
      }
    }
  }
  return "";
}

}  // namespace fairshuffle::detail
