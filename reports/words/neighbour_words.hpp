// Which card follows which too often or too seldom, in words.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "card 1 comes right after card 0 in 812 of 20,000 decks, where 385 are due", of the pair of neighbours
/// that is farthest off, where strongest-neighbour rejects with the smallest p of all tests and no cell of
/// card and position is far off; else empty.
std::string neighbour_words(const TargetRecord& result);

}  // namespace fairshuffle
