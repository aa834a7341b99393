// Pearson's chi-square over cells that are equally likely under fairness.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/order/wide.hpp"
#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle::detail {

/// Sums over the cells of a table, those never hit included.
struct CellSums {
  std::uint64_t cells = 0;
  std::uint64_t counted = 0;
  Wide sum_of_squares = 0;

  void add(std::uint64_t count, std::uint64_t in_cells = 1) {
    counted += in_cells * count;
    sum_of_squares += static_cast<Wide>(count) * count * in_cells;
  }
};

/// X2 = sum (O - N/k)^2 / (N/k) over all k cells, those never hit included, on k - 1 degrees of freedom.
/// k in 2..12!, counts adding up to trials >= 1, which are at most 2^49 where k is above 4,000,000; throws
/// std::invalid_argument in the name of `function`. Computed in integers as (k sum O^2 - N^2) / N and rounded
/// once.
ChiSquared equal_cells_statistic(std::string_view function, std::span<const std::uint64_t> counts,
                                 std::uint64_t trials);

/// The same from the sums over the cells.
ChiSquared equal_cells_statistic(std::string_view function, const CellSums& sums, std::uint64_t trials);

/// At least five trials a cell.
TrialRule equal_cells_rule(std::uint64_t cells);

/// For very many cells, most of which may be empty: X2 over k of them has for every N the mean k - 1 and the
/// variance 2 (k - 1)(1 - 1/N), but more skewness than the chi-square by sqrt(2k) / N nearly, which z
/// standard deviations out makes the upper tail heavier by a factor of exp(z^3 sqrt(2k) / (6 N)). So what the
/// tail takes are trials in proportion to the root of k, not to k: 100 sqrt(2k) to a level of 1e-8, and 240
/// sqrt(2k) for any (core/README.md 2.8).
TrialRule sparse_cells_rule(std::uint64_t cells);

}  // namespace fairshuffle::detail
