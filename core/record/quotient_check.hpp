// Does what an evidence says of quotients add up?
#pragma once

#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_tally.hpp"

namespace fairshuffle {

/// Adds to `contradictions` what the counts of quotients have against the deck, each other and the repeats.
void check_quotients(int deck_size, const Evidence& evidence, std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
