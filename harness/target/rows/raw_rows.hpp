// Rows of raw bytes: one a card, or two, and nothing between.
#pragma once

#include <memory>
#include <string_view>

#include "harness/target/rows/row_reader.hpp"

namespace fairshuffle {

/// Of format u8 or u16. Of a plain deck it leaves it to the one who counts to tell which rows are no orders.
/// Of equal cards a number is that of the kind, as the deck names them.
std::unique_ptr<RowReader> make_raw_rows(const RowFormat& format);

/// Throws TargetError where rows that were to be raw bytes are lines. Precondition: the first is no order.
void check_no_lines(const RowFormat& format, std::string_view first_row, std::string_view first_rows);

/// The same rows with two bytes a card instead of one, or the other way about.
RowFormat of_other_width(RowFormat format);

/// Throws TargetError: a card has as many bytes as the other raw format says.
[[noreturn]] void fail_other_width(const RowFormat& format);

}  // namespace fairshuffle
