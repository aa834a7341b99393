#include "core/statistics/pooled.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/arguments.hpp"

namespace fairshuffle {

std::vector<PooledCell> pooled_cells(std::span<const double> law, std::uint64_t trials,
                                     double least_expected) {
  detail::require_positive("pooled_cells", "least_expected", least_expected);
  if (law.empty()) detail::refuse_argument("pooled_cells", "values in law", "at least 1", 0);
  std::vector<PooledCell> cells;
  PooledCell open{0, 0, 0};
  for (int value = 0; value < static_cast<int>(law.size()); ++value) {
    open.probability += law[static_cast<std::size_t>(value)];
    open.last = value;
    if (open.probability * static_cast<double>(trials) >= least_expected) {
      cells.push_back(open);
      open = {value + 1, value + 1, 0};
    }
  }
  if (cells.empty()) return {open};
  cells.back().last = static_cast<int>(law.size()) - 1;
  cells.back().probability += open.probability;
  return cells;
}

ChiSquared pooled_statistic(std::span<const std::uint64_t> by_value, std::span<const PooledCell> cells) {
  std::uint64_t trials = 0;
  for (const std::uint64_t count : by_value) trials += count;
  double statistic = 0;
  for (const PooledCell& cell : cells) {
    std::uint64_t count = 0;
    for (int value = cell.first; value <= cell.last; ++value) {
      count += by_value[static_cast<std::size_t>(value)];
    }
    const double expected = static_cast<double>(trials) * cell.probability;
    const double off = static_cast<double>(count) - expected;
    statistic += off * off / expected;
  }
  return {statistic, static_cast<double>(cells.size()) - 1};
}

}  // namespace fairshuffle

namespace fairshuffle::detail {

TestResult pooled_test(std::string_view name, std::span<const std::uint64_t> by_value,
                       std::span<const double> law, std::uint64_t trials) {
  std::uint64_t counted = 0;
  for (const std::uint64_t count : by_value) counted += count;
  check_total(name, counted, trials, trials);
  if (by_value.size() != law.size()) {
    refuse_argument(name, "values", "as many as the law has", static_cast<double>(by_value.size()));
  }

  constexpr TrialRule rule{0, 12000};
  const double least_expected = trials < rule.fewest_for_any_level ? 100 : 500;
  const std::vector<PooledCell> cells = pooled_cells(law, trials, least_expected);
  if (cells.size() == 1) {
    return not_applied(name,
                       fmt::format("needs two groups of values that expect {} trials each; {} trials make "
                                   "only one",
                                   least_expected, with_commas(trials)));
  }
  if (cells.size() == 2) {
    std::uint64_t in_first_cell = 0;
    for (int value = 0; value <= cells[0].last; ++value) {
      in_first_cell += by_value[static_cast<std::size_t>(value)];
    }
    return two_cells_result(name, in_first_cell, trials, cells[0].probability);
  }
  // The lattice of counts is as dense as that of equal cells with the geometric mean of the probabilities.
  double log_of_product = 0;
  for (const PooledCell& cell : cells) log_of_product += std::log(cell.probability);
  const double equal_cells = std::exp(-log_of_product / static_cast<double>(cells.size()));
  return chi_squared_result(name, pooled_statistic(by_value, cells), trials, rule, equal_cells);
}

}  // namespace fairshuffle::detail
