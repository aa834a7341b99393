#include "core/statistics/families/neighbours.hpp"

#include <vector>

#include <fmt/format.h>

namespace fairshuffle::detail {

void visit_neighbours(const Tally& tally, const BetFamily::Visit& visit) {
  const int boundary = tally.deck_size;
  std::vector<std::uint64_t> counts;
  for (int card = 0; card <= boundary; ++card) {
    counts.clear();
    for (int next = 0; next <= boundary; ++next) {
      if (next != card) counts.push_back(tally.neighbours.at(card, next));
    }
    visit(counts);
  }
  for (int card = 0; card <= boundary; ++card) {
    counts.clear();
    for (int before = 0; before <= boundary; ++before) {
      if (before != card) counts.push_back(tally.neighbours.at(before, card));
    }
    visit(counts);
  }
}

std::string name_of_neighbour(int deck_size, std::uint64_t member) {
  const auto boundary = static_cast<std::uint64_t>(deck_size);
  const bool follows = member <= boundary;
  const std::uint64_t card = follows ? member : member - boundary - 1;
  if (card == boundary) return follows ? "what lies first" : "what lies last";
  return fmt::format("what {} card {}", follows ? "follows" : "precedes", card);
}

}  // namespace fairshuffle::detail
