// Rows in one column of a CSV, or a column for each card, (RFC 4180) whose first line names the columns.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/target/rows/line_parser.hpp"

namespace fairshuffle {

/// `fields` reads what stands in the column, or what stands in several with blanks between. Fields may be
/// quoted, with commas, quotes and line ends in them. A header without a comma that has semicolons, or else
/// tabs, parts all fields by these. A row may be of several lines; its number counts rows
/// after the header.
std::unique_ptr<LineParser> make_csv_lines(std::vector<std::string> columns,
                                           std::unique_ptr<LineParser> fields);

}  // namespace fairshuffle
