// The comparison that the golden drawings of `fairshuffle diff` tell of.
#pragma once

#include "core/comparison/comparison.hpp"
#include "reports/comparison_report.hpp"

namespace fairshuffle {

/// The example run against a later one in which nearly everything happened that can: a target became biased,
/// one changed otherwise, one failed, one went and one came; counts are the same, agree and do not.
Comparison example_comparison();

inline const ComparedFiles example_files{.before = "last week/report.json", .after = "report.json"};

}  // namespace fairshuffle
