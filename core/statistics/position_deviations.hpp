// The table of positions in units in which its projections have variance 1.
#pragma once

#include <string_view>
#include <vector>

#include "core/tally/tally.hpp"

namespace fairshuffle::detail {

/// sqrt((n-1)/N) (C - N/n) by position and card. Under fairness its covariance is the projection on the
/// tables whose rows and columns sum to 0 (core/README.md 2.2), so its product with such a table of length 1
/// has mean 0 and variance 1. Two cards or more. Throws std::invalid_argument in the name of `function` for
/// no trials and for counts that do not add up to the trials.
std::vector<double> position_deviations(std::string_view function, const Tally& tally);

}  // namespace fairshuffle::detail
