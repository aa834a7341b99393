// Which of two comes first, and where single cards lie in the mean, in words.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// What the sharpest rejecting test of relative order and mean positions is about: "card 3 comes before card
/// 17 in 40,102 of 66,000 decks", "card 0 lies at position 20.31 in the mean, where 25.50 is due"; of inverse
/// orders "position 3 holds a lower card than position 17 in ..." and "position 0 holds card 20.31 in the
/// mean, ...". Empty where none of them rejects as uneven, and where a cell of card and position is far off
/// and the bias was found by another test: then that cell tells more.
std::string pair_words(const TargetRecord& result);

}  // namespace fairshuffle
