// What a test looks at that names no card and no place.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// What is uneven going by the sharpest test of single decks that rejects: in numbers where the counts have
/// them (uneven_counts), "some cards are dealt into one hand more often than others" where no two stand out,
/// "lands in the opening hand: 5 came 9.383 % of the time, where 6.933 % are due". Empty
/// where that test has no words here.
std::string looked_at(const TargetRecord& result);

/// The same where that test is of a named bet; else empty.
std::string uneven_bet(const TargetRecord& result);

}  // namespace fairshuffle
