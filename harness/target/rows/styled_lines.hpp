// Rows as languages print their lists: brackets, separators, and rows that go on in the next line.
#pragma once

#include <memory>

#include "harness/target/rows/line_parser.hpp"
#include "harness/target/rows/row_style.hpp"

namespace fairshuffle {

/// The first row tells the style, and every other one must have it. `words` reads the cards of a row, parted
/// by blanks or commas.
std::unique_ptr<LineParser> make_styled_lines(RowHints hints, std::unique_ptr<LineParser> words);

}  // namespace fairshuffle
