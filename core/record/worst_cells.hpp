// The cells of the element-by-position table that are farthest off.
#pragma once

#include <vector>

#include "core/record/run_record.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

inline constexpr std::size_t most_worst_cells = 5;

/// Up to five cells whose counts are more than `least_standard_errors` from N/n, the farthest first; ties by
/// position, then card. A cell's standard error is that of a binomial count, sqrt(N/n (1 - 1/n)).
std::vector<WorstCell> worst_cells(const Tally& whole, double least_standard_errors);

}  // namespace fairshuffle
