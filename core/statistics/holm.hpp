// Holm's adjustment: many hypotheses, one error budget, whatever their dependence.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/statistics/tail.hpp"

namespace fairshuffle {

/// Adjusted p-values in the order of the input, each at most 1: rejecting where the adjusted p-value is at
/// most alpha calls any true hypothesis of the family false with probability at most alpha. With m =
/// family_size and p_(1) <= p_(2) <= ..., the i-th is max over j <= i of (m - j + 1) p_(j). family_size >=
/// p_values.size(): hypotheses that are not judged now count as p = 1. An adjusted p-value below 1e-300 is 0.
/// Throws std::invalid_argument for a smaller family and for a p_value or log10_p that is no probability.
/// Source: Holm 1979, Scandinavian Journal of Statistics 6.
std::vector<double> holm_adjusted(std::span<const TailProbability> p_values, std::size_t family_size);

}  // namespace fairshuffle
