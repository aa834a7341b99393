// Do successive trials look linked, so that bounds for independent trials do not hold?
#pragma once

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// True when successive trials come out equal far more often than the counts of orders allow independent
/// trials to, or, where orders are not counted, those of positions: bounds that take the trials as
/// independent do not hold then. A shuffle of few orders has few cards at each position, too.
bool trials_look_dependent(const Tally& whole);

}  // namespace fairshuffle
