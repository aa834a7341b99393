// Do the counts of named bets fit the bets, the trials and each other?
#pragma once

#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_tally.hpp"
#include "core/record/plan.hpp"

namespace fairshuffle {

/// Adds what the counts of the target's bets say against them, against the trials and against the positions:
/// a card that is bet on lies in a place of the bet as often as the counts of both say. Where orders are
/// counted and kept there are none.
void check_bets(const PlannedTarget& target, const Evidence& evidence,
                std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
