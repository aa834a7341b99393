// Numbers as sentences and tables show them.
#pragma once

#include <cstdint>
#include <string>

namespace fairshuffle {

/// 33554432 -> "33,554,432".
std::string with_commas(std::uint64_t number);

/// A share, 0 or more, in percent with two digits, or with all it has from 100 on: 0.25 -> "25 %", 1 ->
/// "100 %".
std::string percent_text(double share);

}  // namespace fairshuffle
