// What of a budget the mathematics carries.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// Why "alpha", "tolerance" or "confidence" can't be that: an alpha below 1e-100, a tolerance below 1e-9, a
/// confidence below 0.5 or nearer to 1 than 1e-12. P-values, bounds and numbers of trials would be those of
/// rounding. Empty where it can.
std::string why_out_of_limits(std::string_view member, double value);

}  // namespace fairshuffle
