// How many trials a fair run takes, told before any is run.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/engine/run.hpp"

namespace fairshuffle {

/// The trials at the look that certifies a fair deck of the plan at a tolerance. Nothing where that is not
/// known beforehand (trials_if_fair of core/verdict), or where the plan's limit comes first.
std::optional<std::uint64_t> trials_if_fair(const RunPlan& plan, const TargetDescription& description,
                                            double tolerance);

}  // namespace fairshuffle
