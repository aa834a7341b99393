#include "core/record/worst_cells.hpp"

#include <algorithm>
#include <cmath>

namespace fairshuffle {

std::vector<WorstCell> worst_cells(const Tally& whole, double least_standard_errors) {
  std::vector<WorstCell> cells;
  if (whole.trials == 0 || whole.deck_size < 2) return cells;
  const double expected = static_cast<double>(whole.trials) / whole.deck_size;
  const double standard_error = std::sqrt(expected * (1 - 1.0 / whole.deck_size));
  for (int position = 0; position < whole.deck_size; ++position) {
    for (int card = 0; card < whole.deck_size; ++card) {
      const std::uint64_t count = whole.positions.at(position, card);
      const double standard_errors = (static_cast<double>(count) - expected) / standard_error;
      if (std::abs(standard_errors) <= least_standard_errors) continue;
      cells.push_back({.card = card,
                       .position = position,
                       .count = count,
                       .expected = expected,
                       .ratio = static_cast<double>(count) / expected,
                       .standard_errors = standard_errors});
    }
  }
  std::ranges::stable_sort(cells, std::ranges::greater{},
                           [](const WorstCell& cell) { return std::abs(cell.standard_errors); });
  if (cells.size() > most_worst_cells) cells.resize(most_worst_cells);
  return cells;
}

}  // namespace fairshuffle
