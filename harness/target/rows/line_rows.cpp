#include "harness/target/rows/line_rows.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/rows/row_words.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

// One that writes empty lines and comments for ever would never come to its end.
constexpr std::uint64_t most_passed_in_a_row = 1000;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

class LineRows final : public RowReader {
 public:
  explicit LineRows(std::unique_ptr<LineParser> parser) : parser_(std::move(parser)) {}

  void begin_start() override { is_first_ = true; }

  std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) override {
    const std::uint64_t full = rows.added() + most;
    std::string_view lines = bytes.substr(0, bytes.rfind('\n') + 1);
    while (!lines.empty() && rows.added() < full) {
      take_plain(lines, full, rows);
      if (lines.empty() || rows.added() == full) break;
      const std::size_t line_end = lines.find('\n');
      take_line(lines.substr(0, line_end), rows);
      lines.remove_prefix(line_end + 1);
    }
    const std::size_t taken = static_cast<std::size_t>(lines.data() - bytes.data());
    // One byte more may be that of "\r\n".
    if (lines.empty() && rows.added() < full) check_length(bytes.substr(taken), 1, rows);
    return taken;
  }

  std::string take_rest(std::string_view rest, RowBuffer& rows) override {
    const std::uint64_t before = rows.added();
    if (!rest.empty()) take_line(rest, rows);
    parser_->finish(rows);
    if (rest.empty() || rows.added() == before || rows.wrong(rows.added()) == nullptr) return "";
    std::string cut_off =
        fmt::format("row {} is cut off: \"{}\"", rows.added(), rows.wrong(rows.added())->text);
    rows.remove_last_wrong();
    return cut_off;
  }

  std::string remark() const override {
    std::string text = parser_->remark();
    const auto add = [&text](std::uint64_t count, std::string_view what) {
      if (count == 0) return;
      text += fmt::format("{}{} {}{} passed over", text.empty() ? "" : "; ", with_commas(count), what,
                          count == 1 ? "" : "s");
    };
    add(blank_lines_of_rows_, "blank line");
    add(comments_, "comment");
    return text;
  }

 private:
  void take_plain(std::string_view& lines, std::uint64_t full, RowBuffer& rows) {
    const std::size_t taken = parser_->take_plain(lines, full - rows.added(), rows);
    if (taken == 0) return;
    lines.remove_prefix(taken);
    is_first_ = false;
    passed_in_a_row_ = 0;
    blank_lines_of_rows_ = blank_lines_;
  }

  void take_line(std::string_view line, RowBuffer& rows) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    check_length(line, 0, rows);
    if (is_first_ && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    is_first_ = false;
    const bool is_empty = is_blank(line);
    if (!parser_->is_inside_row() && (is_empty || parser_->is_comment(line))) {
      if (++passed_in_a_row_ > most_passed_in_a_row) fail_empty_row(rows.added() + 1);
      ++(is_empty ? blank_lines_ : comments_);
      return;
    }
    passed_in_a_row_ = 0;
    blank_lines_of_rows_ = blank_lines_;
    parser_->parse(line, rows);
  }

  void check_length(std::string_view line, std::size_t more, const RowBuffer& rows) const {
    if (line.size() <= parser_->longest_line() + more) return;
    throw TargetError(fmt::format("row {} is a line of more than {} bytes: \"{}\"", rows.added() + 1,
                                  parser_->longest_line(), row_text(line.substr(0, 2 * longest_row_text))));
  }

  std::unique_ptr<LineParser> parser_;
  std::uint64_t passed_in_a_row_ = 0;
  std::uint64_t blank_lines_ = 0, comments_ = 0;
  std::uint64_t blank_lines_of_rows_ =
      0;                  // before the last row: those that end a recording are nothing to tell
  bool is_first_ = true;  // no line of this start was taken
};

}  // namespace

std::unique_ptr<RowReader> make_line_rows(std::unique_ptr<LineParser> parser) {
  return std::make_unique<LineRows>(std::move(parser));
}

}  // namespace fairshuffle
