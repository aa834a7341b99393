// Whether a named bet comes out alike in two reports, in words.
#pragma once

#include <string>

#include "core/comparison/comparison.hpp"

namespace fairshuffle {

/// "The values of the bet 'aces' agree (p = 0.9).", why they were not tested, or which report alone has it.
/// bet: of a target of the comparison.
std::string compared_bet_words(const ComparedBet& bet, const Comparison& comparison);

}  // namespace fairshuffle
