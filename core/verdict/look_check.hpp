// Can a record have been judged at the look that it states?
#pragma once

#include <cstdint>
#include <vector>

#include "core/record/looks.hpp"
#include "core/record/run_record.hpp"
#include "core/verdict/rebuilt_tally.hpp"

namespace fairshuffle {

/// What is wrong with the look, the trials and the successive pairs of a record with a verdict; its look is
/// at least 1. Without invalid trials the pairs follow from the blocks: all trials of each half of a block
/// follow each other, in one stream or, of a target that is built in and small enough, in one stream for each
/// lane. is_recorded: it is judged once, whole, with at most `most_trials` trials.
std::vector<Contradiction> look_contradictions(const TargetRecord& record, const LookSchedule& schedule,
                                               bool is_recorded, std::uint64_t most_trials);

}  // namespace fairshuffle
