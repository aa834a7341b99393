#include "core/record/worst_cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/record/count_sum.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

// All cells beyond so many standard errors, the farthest first.
std::vector<WorstCell> far_cells(const Tally& whole, double least_standard_errors) {
  std::vector<WorstCell> cells;
  if (whole.trials == 0 || whole.deck_size < 2) return cells;
  for (int position = 0; position < whole.deck_size; ++position) {
    for (int card = 0; card < whole.deck_size; ++card) {
      const WorstCell cell = cell_at(whole, position, card);
      if (std::abs(cell.standard_errors) > least_standard_errors) cells.push_back(cell);
    }
  }
  std::ranges::stable_sort(cells, std::ranges::greater{},
                           [](const WorstCell& cell) { return std::abs(cell.standard_errors); });
  return cells;
}

}  // namespace

bool is_clear(std::uint64_t count, std::uint64_t trials, double share, double cells) {
  // A report that is only drawn may say so.
  if (count > trials) return true;
  return times(binomial_two_sided(count, trials, share), cells).p <= clear_cell_level;
}

bool is_clear(const WorstCell& cell, int deck_size) {
  const auto n = static_cast<double>(deck_size);
  // Nor need there be such a deck, or so many trials.
  if (deck_size < 2 || !(cell.expected > 0 && cell.expected <= static_cast<double>(most_counted) / n))
    return true;
  return is_clear(cell.count, static_cast<std::uint64_t>(std::llround(cell.expected * n)), 1 / n, n * n);
}

WorstCell cell_at(const Tally& whole, int position, int card) {
  const double expected = static_cast<double>(whole.trials) / whole.deck_size;
  const std::uint64_t count = whole.positions.at(position, card);
  const double standard_error = std::sqrt(expected * (1 - 1.0 / whole.deck_size));
  return {.card = card,
          .position = position,
          .count = count,
          .expected = expected,
          .ratio = static_cast<double>(count) / expected,
          .standard_errors = (static_cast<double>(count) - expected) / standard_error};
}

std::vector<WorstCell> worst_cells(const Tally& whole, double least_standard_errors) {
  std::vector<WorstCell> cells = far_cells(whole, least_standard_errors);
  if (cells.size() > most_worst_cells) cells.resize(most_worst_cells);
  return cells;
}

std::vector<WorstCell> clear_cells(const Tally& whole, bool or_farthest) {
  // Nearer than 2 standard errors is no cell clear, of however few trials.
  constexpr double near = 2;
  const std::vector<WorstCell> cells = far_cells(whole, near);
  std::vector<WorstCell> clear;
  for (const WorstCell& cell : cells) {
    if (clear.size() == most_worst_cells) break;
    if (is_clear(cell, whole.deck_size)) clear.push_back(cell);
  }
  if (clear.empty() && or_farthest) {
    clear = worst_cells(whole, 0);
    if (clear.size() > 1) clear.resize(1);
  }
  return clear;
}

}  // namespace fairshuffle
