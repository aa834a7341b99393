#include "core/statistics/families/pairs_order.hpp"

#include <array>

#include <fmt/format.h>

namespace fairshuffle::detail {

void visit_pairs_order(const Tally& tally, const BetFamily::Visit& visit) {
  for (const std::uint64_t lower_first : tally.tables.of(relative_order_table)) {
    visit(std::array{lower_first, tally.trials - lower_first});
  }
}

std::string name_of_pair(int deck_size, std::uint64_t member) {
  const auto n = static_cast<std::size_t>(deck_size);
  std::size_t first = 0;
  while (first + 2 < n && cell_of_pair(n, first + 1, first + 2) <= member) ++first;
  return fmt::format("cards {} and {}", first, first + 1 + member - cell_of_pair(n, first, first + 1));
}

}  // namespace fairshuffle::detail
