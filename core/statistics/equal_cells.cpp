#include "core/statistics/equal_cells.hpp"

#include <cmath>

#include "core/statistics/arguments.hpp"

namespace fairshuffle::detail {

namespace {
constexpr std::uint64_t most_cells_of_any_trials = 4'000'000;
}  // namespace

ChiSquared equal_cells_statistic(std::string_view function, std::span<const std::uint64_t> counts,
                                 std::uint64_t trials) {
  CellSums sums{.cells = counts.size()};
  for (const std::uint64_t count : counts) sums.add(count);
  return equal_cells_statistic(function, sums, trials);
}

ChiSquared equal_cells_statistic(std::string_view function, const CellSums& sums, std::uint64_t trials) {
  constexpr std::uint64_t most_cells = 479'001'600;
  constexpr std::uint64_t most_trials_of_many_cells = std::uint64_t{1} << 49;
  if (sums.cells < 2 || sums.cells > most_cells) {
    refuse_argument(function, "cells", "2 to 12!", static_cast<double>(sums.cells));
  }
  if (trials == 0) refuse_argument(function, "trials", "at least 1", 0);
  if (sums.cells > most_cells_of_any_trials && trials > most_trials_of_many_cells) {
    refuse_argument(function, "trials", "at most 2^49 for so many cells", static_cast<double>(trials));
  }
  check_total(function, sums.counted, trials, trials);

  // k sum O^2 <= k N^2, at most 4e6 * 2^106 or 12! * 2^98, both below 2^128; by Cauchy-Schwarz it is at least
  // N^2.
  const Wide numerator = sums.cells * sums.sum_of_squares - static_cast<Wide>(trials) * trials;
  return {static_cast<double>(static_cast<long double>(numerator) / static_cast<long double>(trials)),
          static_cast<double>(sums.cells - 1)};
}

TrialRule equal_cells_rule(std::uint64_t cells) {
  return trial_rule(5 * cells);
}

TrialRule sparse_cells_rule(std::uint64_t cells) {
  const double root = std::sqrt(2 * static_cast<double>(cells));
  const auto times_root = [root](double factor) {
    return static_cast<std::uint64_t>(std::ceil(factor * root));
  };
  return {trial_rule(times_root(100)).fewest, trial_rule(times_root(240)).fewest_for_any_level};
}

}  // namespace fairshuffle::detail
