#include "core/statistics/goodness_of_fit.hpp"

#include <algorithm>
#include <vector>

#include "core/statistics/arguments.hpp"

namespace fairshuffle {

namespace {

/// One cell, or several pooled.
struct Cell {
  double expected = 0;
  double count = 0;
};

// Ascending by expectation, each with at least least_expected_of_fit unless it is the only one.
std::vector<Cell> pooled(std::vector<Cell> cells) {
  std::ranges::stable_sort(cells, {}, &Cell::expected);
  std::vector<Cell> full;
  Cell open;
  for (const Cell& cell : cells) {
    open.expected += cell.expected;
    open.count += cell.count;
    if (open.expected < least_expected_of_fit) continue;
    full.push_back(open);
    open = {};
  }
  if (full.empty()) return {open};
  full.back().expected += open.expected;
  full.back().count += open.count;
  return full;
}

}  // namespace

GoodnessOfFit goodness_of_fit(std::span<const std::uint64_t> counts, std::span<const double> law,
                              double error) {
  if (counts.size() != law.size() || counts.empty()) {
    detail::refuse_argument("goodness_of_fit", "cells of counts", "as many as the law has, at least 1",
                            static_cast<double>(counts.size()));
  }
  std::uint64_t trials = 0;
  for (const std::uint64_t count : counts) trials += count;
  detail::require_positive("goodness_of_fit", "trials", static_cast<double>(trials));

  GoodnessOfFit fit;
  std::vector<Cell> cells;
  double least_expected = least_expected_of_fit;
  for (std::size_t cell = 0; cell < law.size(); ++cell) {
    if (law[cell] <= error) {
      if (counts[cell] > 0) fit.possible = false;
      continue;
    }
    cells.push_back({law[cell] * static_cast<double>(trials), static_cast<double>(counts[cell])});
    least_expected = std::min(least_expected, cells.back().expected);
  }
  if (!fit.possible) return fit;
  fit.pooled = least_expected < least_expected_of_fit;
  if (fit.pooled) cells = pooled(std::move(cells));
  if (cells.size() < 2) return fit;
  for (const Cell& cell : cells) {
    const double off = cell.count - cell.expected;
    fit.pearson.statistic += off * off / cell.expected;
  }
  fit.pearson.degrees_of_freedom = static_cast<double>(cells.size()) - 1;
  fit.upper_tail = chi_squared_upper_tail(fit.pearson.statistic, fit.pearson.degrees_of_freedom);
  return fit;
}

}  // namespace fairshuffle
