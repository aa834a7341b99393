// Whether what an evidence tells of a made-up deck can have been counted of its trials.
#pragma once

#include <cstdint>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_check.hpp"

namespace fairshuffle {

/// Adds to `contradictions` what the counts of sites, neighbours, pairs and arrangements have against the
/// deck, the valid trials and each other; of a plain deck that there are any. `valid`: valid trials.
void check_makeup(const CountedDeck& deck, std::uint64_t valid, const Evidence& evidence,
                  std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
