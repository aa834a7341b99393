// Do successive trials look linked, so that bounds for independent trials do not hold?
#pragma once

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// True when successive trials come out equal far more often than independent trials would: than the order
/// counts allow, or, where orders are not counted, than a fair shuffle would. Bounds that take the trials as
/// independent do not hold then. Without order counts a shuffle of few orders looks the same.
bool trials_look_dependent(const Tally& whole);

}  // namespace fairshuffle
