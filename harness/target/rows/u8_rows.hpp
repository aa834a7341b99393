// Rows of raw bytes: one a card, nothing between.
#pragma once

#include <memory>

#include "harness/target/rows/row_reader.hpp"

namespace fairshuffle {

/// Leaves it to the one who counts to tell which rows are no orders.
std::unique_ptr<RowReader> make_u8_rows(const RowFormat& format);

}  // namespace fairshuffle
