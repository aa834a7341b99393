// How far off one cell of card and position is, in words.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "22 % too often", "8 % too rarely", from twice on "2.4 times as often as it should".
std::string how_often(const WorstCell& cell);

}  // namespace fairshuffle
