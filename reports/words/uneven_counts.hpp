// What a test that looks at no single card and place saw, in numbers.
#pragma once

#include <string>
#include <string_view>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Of parity, fixed points, cycles, hands, cards on top and marked cards what the counts have most clearly:
/// "52.3 % of the orders are even, where 50.0 % are due", "an order has 3.9 cycles in the mean, where 4.5 are
/// due", "card 3 and card 7 lie in one of four hands in 31.2 % of the decks, where 23.5 % are due"; of pairs
/// the two cards or positions. `test` as --tests takes it. Empty of other tests, where nothing was counted,
/// and where it is of no one of many cells that chance does not bring it (clear_cell_level).
std::string uneven_counts(const TargetRecord& result, std::string_view test);

}  // namespace fairshuffle
