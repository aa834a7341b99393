#include "core/statistics/families/pairs.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace fairshuffle::detail {

void visit_pairs(const Tally& tally, const BetFamily::VisitDeviation& visit) {
  if (!tally.pair_positions) throw std::invalid_argument("visit_pairs: pair positions were not counted");
  const std::uint64_t ways = pairs_family.cells(tally.deck_size);
  const auto cells = static_cast<long double>(ways), trials = static_cast<long double>(tally.trials);
  for (const std::vector<PairSums>* pairs : {&tally.pair_positions->cards, &tally.pair_positions->places}) {
    for (const PairSums& pair : *pairs) {
      // Of at most 2^32 trials k sum O^2 and N^2 are exact to the last bit but few of a long double.
      const long double statistic =
          (cells * static_cast<long double>(pair.squares) - trials * trials) / trials;
      visit({.statistic = static_cast<double>(statistic),
             .distance = static_cast<double>(static_cast<long double>(pair.above) / (cells * trials))});
    }
  }
}

std::string name_of_two(int deck_size, std::uint64_t member) {
  const auto n = static_cast<std::size_t>(deck_size);
  const bool of_cards = member < pairs_of(n);
  const auto [first, second] = pair_of_cell(n, of_cards ? member : member - pairs_of(n));
  return fmt::format("{} {} and {}", of_cards ? "cards" : "positions", first, second);
}

}  // namespace fairshuffle::detail
