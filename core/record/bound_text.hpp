// Bounds as sentences and tables show them: a bound that is rounded must stay a bound.
#pragma once

#include <string>

namespace fairshuffle {

/// Two significant digits of an upper bound in 0..1, rounded up.
std::string rounded_up(double bound);

/// Two significant digits of a lower bound in 0..1, rounded down.
std::string rounded_down(double bound);

}  // namespace fairshuffle
