// What the first rows tell of a setting that was typed wrongly.
#pragma once

#include <string_view>

#include "harness/target/rows/row_buffer.hpp"
#include "harness/target/rows/row_format.hpp"

namespace fairshuffle {

/// Throws TargetError where the first bytes are those of a packed file.
void check_unpacked(std::string_view first_bytes);

/// Throws TargetError where rows that are read as raw bytes are lines of numbers.
void check_raw_bytes(const RowFormat& format, const RowBuffer& rows);

/// Throws TargetError where the first rows are whole decks of another size.
void check_deck_size(const RowFormat& format, const RowBuffer& rows);

}  // namespace fairshuffle
