// Whether pair positions can have been counted of the trials that an evidence tells of.
#pragma once

#include <cstdint>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_check.hpp"

namespace fairshuffle {

/// Adds to `contradictions` what the pair positions have against the deck, the valid trials, each other and
/// the positions, which are taken to be right. `valid`: valid trials.
void check_pair_positions(const CountedDeck& deck, std::uint64_t valid, const Evidence& evidence,
                          std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
