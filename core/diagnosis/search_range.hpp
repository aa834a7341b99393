// Which laws need not be found, because they can't fit.
#pragma once

#include <cstdint>
#include <vector>

#include "core/diagnosis/suspects.hpp"

namespace fairshuffle {

/// Pearson's test excludes a law at this level.
inline constexpr double level_of_fit = 1e-4;

/// Laws nearer to uniform than the range's least_phi2 can't fit these counts of orders by rank, by the first
/// rule of core/diagnosis/diagnosis.hpp or the third. At least one trial.
SuspectRange range_to_search(const std::vector<std::uint64_t>& counts);

}  // namespace fairshuffle
