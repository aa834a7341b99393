// Do the counts of an evidence add up?
#pragma once

#include <cstddef>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_tally.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// What the counts say against the deck and against each other; nothing where a tally can be made of them.
/// subsets: how many sets of positions the marked cards of the deck can take, 0 where none are marked.
std::vector<Contradiction> contradictions_of(const CountedDeck& deck, std::size_t subsets,
                                             const Evidence& evidence);

}  // namespace fairshuffle
