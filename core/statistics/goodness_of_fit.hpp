// Do counts come from this very law? Pearson's test against any law over any cells.
#pragma once

#include <cstdint>
#include <span>

#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

/// Cells that expect fewer trials are pooled. At level 1e-4 the chi-square tail is honest from here on: see
/// goodness_of_fit_test.cpp.
inline constexpr double least_expected_of_fit = 10;

struct GoodnessOfFit {
  bool possible = true;  ///< false: a cell of probability 0 was hit, and the rest says nothing
  ChiSquared pearson{0, 0};
  TailProbability upper_tail;  ///< 1 where all cells had to be pooled into one
  bool pooled = false;         ///< whether any cells had to be
};

/// Claim tested: the counts are independent trials of `law`. Pearson's sum of (O - N q)^2 / (N q) over the
/// cells of probability above 0, on their number less one degrees of freedom. Cells that expect fewer than
/// least_expected_of_fit trials are pooled with those next to them in probability (ties by index), from the
/// least likely up, so the pooling depends on the law and N only. counts, law: the same cells, at least one;
/// the probabilities at least 0 and summing to 1. Cells of probability at most `error`, which is what the
/// numbers of the law may be off by, count as 0. Throws std::invalid_argument when the sizes differ or there
/// are no trials. Oracle: mpmath (goodness_of_fit_test.cpp).
GoodnessOfFit goodness_of_fit(std::span<const std::uint64_t> counts, std::span<const double> law,
                              double error = 0);

}  // namespace fairshuffle
