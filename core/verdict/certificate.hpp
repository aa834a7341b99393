// How large the bias is at most, and at least.
#pragma once

#include <span>

#include "core/tally/tally.hpp"
#include "core/verdict/run_record.hpp"

namespace fairshuffle {

/// The estimated size of the bias and its upper bound at `confidence`, valid at the look it is taken at; the
/// lower bound is left to tv_lower_bound_of. `tests` are the records of this look, by which the size is taken
/// from the orders where those were tested, else from the positions, else from nothing. Source: STATISTICS
/// section 4: the noncentral chi-square limit and Cauchy-Schwarz.
BiasRecord bound_bias(const Tally& whole, std::span<const TestRecord> tests, double confidence);

/// True when successive trials come out equal far more often than their own order counts allow for
/// independent trials: then bounds that take the trials as independent do not hold. False where orders are
/// not counted, unless equal neighbours make up a tenth of all.
bool trials_look_dependent(const Tally& whole);

/// About how many trials would bring the verdict: enough to reject, if the bias is as estimated and above the
/// tolerance, else enough for the certificate. Nothing where neither can be told.
std::optional<double> trials_to_decide(const BiasRecord& bias, std::span<const TestRecord> tests,
                                       int deck_size, double alpha_per_test, double tolerance,
                                       double confidence);

}  // namespace fairshuffle
