// How named bets came out, as the record tells it.
#pragma once

#include <vector>

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// A record for each bet of the tally. The intervals of all values of all bets hold together at `confidence`:
/// each of k values has a k-th of the error (Bonferroni). linked: the trials are not independent, and there
/// are none.
std::vector<BetRecord> bet_records(const Tally& whole, bool linked, double confidence);

}  // namespace fairshuffle
