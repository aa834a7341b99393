// What the first rows tell of a setting that was typed wrongly.
#pragma once

#include <string>
#include <string_view>

#include "harness/target/rows/row_buffer.hpp"
#include "harness/target/rows/row_format.hpp"

namespace fairshuffle {

/// "gzip packed these bytes; unpack them first: gzip -dc FILE | fairshuffle certify --stdin"; empty for bytes
/// that may be rows of this format.
std::string why_no_rows(const RowFormat& format, std::string_view first_bytes);

/// Throws TargetError where the first bytes are none of rows.
void check_first_bytes(const RowFormat& format, std::string_view first_bytes);

/// Throws TargetError where rows that are read as raw bytes are lines of text, or have other bytes a card.
void check_raw_bytes(const RowFormat& format, const RowBuffer& rows);

/// Throws TargetError where the first rows are whole decks of another size.
void check_deck_size(const RowFormat& format, const RowBuffer& rows);

}  // namespace fairshuffle
