// What changed from one report to another, in words.
#pragma once

#include <string>

#include "core/comparison/comparison.hpp"

namespace fairshuffle {

/// What it comes to: "No target became biased. All counts agree."
std::string comparison_words(const Comparison& comparison);

/// How the verdict moved: "Became biased: OLD found it fair."
std::string moved_verdict_words(const ComparedTarget& target);

/// Why the two cannot be compared, in a clause without a full stop: "no target is in both: the first has ..."
std::string not_comparable_words(NotComparable why, const RunRecord& before, const RunRecord& after);

}  // namespace fairshuffle
