#include "harness/target/rows/row_reader.hpp"

#include <stdexcept>

#include "harness/target/rows/csv_lines.hpp"
#include "harness/target/rows/line_rows.hpp"
#include "harness/target/rows/one_a_line.hpp"
#include "harness/target/rows/raw_rows.hpp"
#include "harness/target/rows/styled_lines.hpp"
#include "harness/target/rows/text_lines.hpp"
#include "harness/target/rows/token_lines.hpp"

namespace fairshuffle {

std::unique_ptr<RowReader> make_row_reader(const RowFormat& format, const std::vector<std::string>& columns) {
  const bool is_text = format.kind == RowFormat::Kind::text;
  if (format.is_raw()) {
    if (!columns.empty()) throw std::invalid_argument("make_row_reader: raw bytes have no columns");
    return make_raw_rows(format);
  }
  std::unique_ptr<LineParser> parser = is_text ? make_text_lines(format) : make_token_lines(format);
  if (format.one_a_line) {
    parser = make_one_a_line(format.row_size(), std::move(parser));
  } else if (columns.size() <= 1) {
    parser = make_styled_lines({.numbers = is_text, .deck_size = format.row_size(), .deck = format.deck},
                               std::move(parser));
  }
  if (!columns.empty()) parser = make_csv_lines(columns, std::move(parser));
  return make_line_rows(std::move(parser));
}

}  // namespace fairshuffle
