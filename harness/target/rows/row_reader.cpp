#include "harness/target/rows/row_reader.hpp"

#include <stdexcept>

#include "harness/target/rows/csv_lines.hpp"
#include "harness/target/rows/line_rows.hpp"
#include "harness/target/rows/text_lines.hpp"
#include "harness/target/rows/token_lines.hpp"
#include "harness/target/rows/u8_rows.hpp"

namespace fairshuffle {

std::unique_ptr<RowReader> make_row_reader(const RowFormat& format, const std::string& column) {
  if (format.kind == RowFormat::Kind::u8) {
    if (!column.empty()) throw std::invalid_argument("make_row_reader: raw bytes have no columns");
    return make_u8_rows(format);
  }
  std::unique_ptr<LineParser> parser =
      format.kind == RowFormat::Kind::text ? make_text_lines(format) : make_token_lines(format);
  if (!column.empty()) parser = make_csv_lines(column, std::move(parser));
  return make_line_rows(std::move(parser));
}

}  // namespace fairshuffle
