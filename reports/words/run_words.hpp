// What a run says as a whole, in a line each.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "Verdict: biased", "No verdict".
std::string run_title(const RunRecord& run);

/// "25 targets: 12 fair, 11 biased, 2 invalid; all as expected": counts of verdicts, and whether they are
/// those that the job expects, fair where it says nothing; no word of that where it expects none.
std::string run_summary(const RunRecord& run);

/// "12 s", two digits below ten seconds.
std::string time_words(double seconds);

/// What a verdict means here: the budget, the confidence, the tolerance and the looks.
std::string budget_words(const RunRecord& run);

}  // namespace fairshuffle
