// Do successive trials look linked, so that bounds for independent trials do not hold?
#pragma once

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// True when successive trials come out equal far more often than the order counts allow independent trials
/// to: bounds that take the trials as independent do not hold then. Never where orders are not counted, for a
/// shuffle of few orders would look the same.
bool trials_look_dependent(const Tally& whole);

}  // namespace fairshuffle
