// Bounds as sentences and tables show them: a bound that is rounded must stay a bound.
#pragma once

#include <string>

namespace fairshuffle {

/// Two significant digits of an upper bound in 0..1, rounded up.
std::string rounded_up(double bound);

/// Two significant digits of a lower bound in 0..1, rounded down.
std::string rounded_down(double bound);

/// The same in points, hundredths of what there is to gain: 0.0634 -> "6.4" up, "6.3" down.
std::string points_up(double bound);
std::string points_down(double bound);

/// With their unit: "6.4" -> "6.4 points", "1" -> "1 point".
std::string points_text(const std::string& points);

}  // namespace fairshuffle
