// Does what an evidence says of orders that come again add up?
#pragma once

#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_tally.hpp"

namespace fairshuffle {

/// Adds to `contradictions` what the birthday counts have against the deck, each other and the repeats.
void check_birthday(int deck_size, const Evidence& evidence, std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
