// Equal successive decks, in words.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// True where successive equal decks are all that rejects fairness.
bool only_repeats_reject(const TargetRecord& result);

/// "12 of 16,383 pairs of successive decks were equal, where 137 were due".
std::string repeat_words(const TargetRecord& result);

}  // namespace fairshuffle
