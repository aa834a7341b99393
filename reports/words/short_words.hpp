// A finding in one sentence, for those who look over many.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "Fairness is rejected (orders p = 9e-143; 7 of 8 tests reject): the best bet gains at least 6, at most 11
/// points over a fair deck (99.9 % each), as naive-swap:n=5 would." Of a target that failed, its error,
/// the sentences of which semicolons join.
std::string in_one_sentence(const TargetRecord& result, const Budget& budget);

}  // namespace fairshuffle
