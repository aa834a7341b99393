#include "core/statistics/families/cards.hpp"

#include <vector>

#include <fmt/format.h>

namespace fairshuffle::detail {

void visit_cards(const Tally& tally, const BetFamily::Visit& visit) {
  const int n = tally.deck_size;
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(n));
  for (int card = 0; card < n; ++card) {
    for (int position = 0; position < n; ++position) {
      counts[static_cast<std::size_t>(position)] = tally.positions.at(position, card);
    }
    visit(counts);
  }
  for (int position = 0; position < n; ++position) {
    for (int card = 0; card < n; ++card) {
      counts[static_cast<std::size_t>(card)] = tally.positions.at(position, card);
    }
    visit(counts);
  }
}

std::string name_of_card_or_place(int deck_size, std::uint64_t member) {
  const auto n = static_cast<std::uint64_t>(deck_size);
  return member < n ? fmt::format("card {}", member) : fmt::format("position {}", member - n);
}

}  // namespace fairshuffle::detail
