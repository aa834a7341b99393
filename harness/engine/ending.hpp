// When a run is to end before its time.
#pragma once

#include <functional>

namespace fairshuffle {

/// Asked on the calling thread after every block: true once the run is to end; then always. What was run by
/// then is judged once more, with the share of the budgets that is kept for it. Empty for never.
using IsToEnd = std::function<bool()>;

}  // namespace fairshuffle
