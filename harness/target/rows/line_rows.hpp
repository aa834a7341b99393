// Cuts bytes into lines and has them read.
#pragma once

#include <memory>

#include "harness/target/rows/line_parser.hpp"
#include "harness/target/rows/row_reader.hpp"

namespace fairshuffle {

/// Lines end in "\n" or "\r\n"; a byte order mark before the first is passed over, and so are
/// blank lines and comments that stand in no row.
std::unique_ptr<RowReader> make_line_rows(std::unique_ptr<LineParser> parser);

}  // namespace fairshuffle
