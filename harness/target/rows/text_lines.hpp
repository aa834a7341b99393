// Rows of numbers: a line a row, parted by blanks, tabs or commas.
#pragma once

#include <memory>

#include "harness/target/rows/line_parser.hpp"
#include "harness/target/rows/row_format.hpp"

namespace fairshuffle {

std::unique_ptr<LineParser> make_text_lines(const RowFormat& format);

}  // namespace fairshuffle
