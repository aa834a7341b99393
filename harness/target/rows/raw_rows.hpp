// Rows of raw bytes: one a card, or two, and nothing between.
#pragma once

#include <memory>

#include "harness/target/rows/row_reader.hpp"

namespace fairshuffle {

/// Of format u8 or u16. Leaves it to the one who counts to tell which rows are no orders.
std::unique_ptr<RowReader> make_raw_rows(const RowFormat& format);

}  // namespace fairshuffle
