// How large the bias is at least: a bet chosen on one half of the trials, judged on the other.
#pragma once

#include <optional>
#include <string_view>

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Lower confidence bound on the total variation distance from uniform. `covers` = "orders": of the law over
/// orders, where the bets are on the order itself, on a card's position, on how many cards stay, on the
/// cycles and on parity, each a coarser view of the order. `covers` = "positions": of one card's law over
/// positions. The view that promises most on `choosing`, after what chance alone would promise, is judged on
/// `judging` only, so the choice costs no confidence. 0 when nothing is found. Both tallies complete, of the
/// same deck size, at least 2. Source: STATISTICS section 4, sample splitting with a Clopper-Pearson limit.
double tv_lower_bound_of(const Tally& choosing, const Tally& judging, std::string_view covers,
                         double confidence);

}  // namespace fairshuffle
