// How large the bias is at least: a bet chosen on one half of the trials, judged on the other.
#pragma once

#include "core/statistics/bias_bounds.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The bet that promises most: on the order itself where it is counted, on a card's position, on a card's
/// successor, on how many cards stay, on the number of cycles, or on parity; of a made-up deck on what stands
/// at a site, or on the arrangement. Each of these is a coarser view of the order, so none can be farther
/// from fair than the order is, and the lower bound that the bet brings (tv_lower_bound) bounds the total
/// variation distance of the law over orders. The view and its cells are chosen on `choosing`; `judging` only
/// says how the bet fared, so the choice costs no confidence. Both tallies complete, of the same deck size,
/// at least 2. Source: sample splitting with a Clopper-Pearson limit (core/README.md 4.2).
Bet chosen_bet(const Tally& choosing, const Tally& judging);

}  // namespace fairshuffle
