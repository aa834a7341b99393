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
  const auto [first, second] = pair_of_cell(static_cast<std::size_t>(deck_size), member);
  return fmt::format("cards {} and {}", first, second);
}

}  // namespace fairshuffle::detail
