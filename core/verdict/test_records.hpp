// The tests of one target at one look, before all targets are held together.
#pragma once

#include <vector>

#include "core/record/findings.hpp"
#include "core/record/plan.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// A record for each hypothesis of the target's tests, before Holm's method; those that are the same as one
/// before them say so. A test that is not honest at `lowest_level`, the smallest level that a p-value of this
/// look will be held against, counts as not applied.
std::vector<TestRecord> test_records(const RunSettings& settings, const PlannedTarget& target,
                                     const Tally& whole, double lowest_level);

/// Whether an e-value over the known mistakes (core/README.md 5.5) is one of its tests: known from the plan
/// alone, and not from what comes of it.
bool has_e_value(const RunSettings& settings, const PlannedTarget& target);

/// Its record; not applied where there were no trials.
TestRecord e_value_record(const Tally& whole);

}  // namespace fairshuffle
