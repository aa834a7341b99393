// Orders that come again, and the starts that a shuffle has, in words.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Where the test `birthday` rejects and the decks are not linked: "1,234 decks came again, where 1.7e-57
/// were due: it behaves like 2^31.0 starting states (2^30.9 to 2^31.1 with 99.9 % confidence), so only about
/// so many different orders can come out". Empty elsewhere.
std::string seed_words(const TargetRecord& result, const Budget& budget);

/// "12 of 131,072 decks came again, where 1.1e-58 were due"; of kept ones where not all are.
std::string came_again(const TargetRecord& result);

/// Whether the target's settings, and nothing else, say that each deck started from a draw of its own.
bool declares_own_starts(const TargetDescription& target);

/// "at least 2^36.1 different orders can come out (99.9 % confidence)", on what condition where that is
/// declared only; empty where nothing is known of that.
std::string fewest_orders_words(const TargetRecord& result, const Budget& budget);

}  // namespace fairshuffle
