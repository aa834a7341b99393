// Rows of words: a line a row, the words of the deck parted by blanks, tabs or commas.
#pragma once

#include <memory>

#include "harness/target/rows/line_parser.hpp"
#include "harness/target/rows/row_format.hpp"

namespace fairshuffle {

std::unique_ptr<LineParser> make_token_lines(const RowFormat& format);

}  // namespace fairshuffle
