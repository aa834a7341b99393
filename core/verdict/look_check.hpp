// Can a record have been judged at the look that it states?
#pragma once

#include <cstdint>
#include <vector>

#include "core/verdict/looks.hpp"
#include "core/verdict/rebuilt_tally.hpp"
#include "core/verdict/run_record.hpp"

namespace fairshuffle {

/// What is wrong with the look and the trials of a record with a verdict; its look is at least 1.
/// is_recorded: it is judged once, whole, with at most `most_trials` trials.
std::vector<Contradiction> look_contradictions(const TargetRecord& record, const LookSchedule& schedule,
                                               bool is_recorded, std::uint64_t most_trials);

}  // namespace fairshuffle
