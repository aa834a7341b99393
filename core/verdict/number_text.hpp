// Numbers as sentences and tables show them.
#pragma once

#include <cstdint>
#include <string>

namespace fairshuffle {

/// 33554432 -> "33,554,432".
std::string with_commas(std::uint64_t number);

/// Two significant digits of an upper bound in 0..1, rounded up: a bound that is rounded must stay a bound.
std::string rounded_up(double bound);

/// Two significant digits of a lower bound in 0..1, rounded down.
std::string rounded_down(double bound);

}  // namespace fairshuffle
