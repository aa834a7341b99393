// Whole numbers as sentences and tables show them.
#pragma once

#include <cstdint>
#include <string>

namespace fairshuffle {

/// 33554432 -> "33,554,432".
std::string with_commas(std::uint64_t number);

}  // namespace fairshuffle
