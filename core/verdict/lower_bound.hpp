// How large the bias is at least: a bet chosen on one half of the trials, judged on the other.
#pragma once

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Lower confidence bound on the total variation distance of the law over orders from uniform. The bets are
/// on the order itself where it is counted, on a card's position, on a card's successor, on how many cards
/// stay, on the number of cycles and on parity: each is a coarser view of the order, so none can be farther
/// from fair than the order is. The view that promises most on `choosing` is judged on `judging` only, so the
/// choice costs no confidence. 0 when nothing is found. Both tallies complete, of the same deck size, at
/// least 2. Source: core/README.md 4.2, sample splitting with a Clopper-Pearson limit.
double tv_lower_bound_of(const Tally& choosing, const Tally& judging, double confidence);

}  // namespace fairshuffle
