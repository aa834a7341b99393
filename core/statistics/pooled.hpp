// Chi-square tests of one small number per order, with rare values pooled.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

/// Neighbouring values counted as one.
struct PooledCell {
  int first;  ///< smallest value
  int last;   ///< largest value
  double probability;
};

/// Groups the values 0..law.size() - 1 from the left: a cell closes as soon as it expects `least_expected` of
/// the trials, and what is left joins the last one. Sees the law, never the counts. One cell at least.
/// law: probabilities of the values; least_expected above 0; throws std::invalid_argument.
std::vector<PooledCell> pooled_cells(std::span<const double> law, std::uint64_t trials,
                                     double least_expected);

/// Pearson's X2 over the cells, on one degree of freedom fewer than cells. by_value: trials by value.
/// Precondition: the cells cover by_value, and each has a probability above 0.
ChiSquared pooled_statistic(std::span<const std::uint64_t> by_value, std::span<const PooledCell> cells);

}  // namespace fairshuffle

namespace fairshuffle::detail {

/// Tests the counts by value of one number per order against its law: Pearson's chi-square over pooled cells,
/// the exact binomial where there are two, not applied where there is one.
/// A cell expects at least 100 trials below 12,000 trials and 500 from there on. Measured by importance
/// sampling for fixed points and cycles of 5, 10 and 52 cards: with 100 the true rate at level 1e-6 is at
/// most 1.3 times it and 1.8 times at 1e-8, but 2.9 times at 1e-10; with 500 it is at most 1.3 times at
/// 1e-10.
TestResult pooled_test(std::string_view name, std::span<const std::uint64_t> by_value,
                       std::span<const double> law, std::uint64_t trials);

}  // namespace fairshuffle::detail
