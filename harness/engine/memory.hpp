// How much memory a run's counters take, told before it starts.
#pragma once

#include <cstdint>

#include "harness/engine/run.hpp"

namespace fairshuffle {

/// Bytes of counters that the plan's targets hold at the same time, those of threads and of the judge
/// included.
std::uint64_t memory_of(const RunPlan& plan);

}  // namespace fairshuffle
