// Does what an evidence says of orders that come again add up?
#pragma once

#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_tally.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// Adds to `contradictions` what the birthday counts have against the deck, each other and the repeats.
void check_birthday(const CountedDeck& deck, const Evidence& evidence,
                    std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
