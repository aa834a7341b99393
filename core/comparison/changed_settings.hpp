// Which settings two records do not share.
#pragma once

#include <optional>
#include <vector>

#include "core/comparison/comparison.hpp"

namespace fairshuffle {

/// Of the runs as a whole: the program's version, the seed, budget and trials.
std::vector<ChangedSetting> changed_settings(const RunRecord& before, const RunRecord& after);

/// Of a target that has the same name in both, which leaves little.
std::vector<ChangedSetting> changed_settings(const TargetDescription& before, const TargetDescription& after);

/// Adds the verdict that the job says must come out, where the two do not expect the same.
void add_changed_expectation(std::optional<Verdict> before, std::optional<Verdict> after,
                             std::vector<ChangedSetting>& settings);

}  // namespace fairshuffle
