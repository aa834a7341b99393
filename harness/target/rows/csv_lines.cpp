#include "harness/target/rows/csv_lines.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include <csv.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/nearest_name.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/rows/row_words.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t longest_csv_line = 65536;
constexpr std::size_t most_names_shown = 30;

using Record = std::vector<std::string>;

class CsvLines final : public LineParser {
 public:
  CsvLines(std::vector<std::string> columns, std::unique_ptr<LineParser> fields)
      : columns_(std::move(columns)), fields_(std::move(fields)) {
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI) != 0) {
      throw std::runtime_error("csv_init failed");
    }
    csv_set_blk_size(&parser_, 4096);
  }
  ~CsvLines() override { csv_free(&parser_); }
  CsvLines(const CsvLines&) = delete;
  CsvLines& operator=(const CsvLines&) = delete;

  std::size_t longest_line() const override { return longest_csv_line; }
  bool is_inside_row() const override { return is_inside_row_; }
  bool is_comment(std::string_view) const override { return false; }  // RFC 4180 has none
  std::string remark() const override {
    std::string text = fields_->remark();
    if (delimiter_ == ',') return text;
    if (!text.empty()) text += "; ";
    return text + fmt::format("fields of the CSV are parted as its header parts them: by {}",
                              delimiter_ == '\t' ? "tabs" : "semicolons");
  }

  void parse(std::string_view line, RowBuffer& rows) override {
    bytes_of_row_ += line.size() + 1;
    if (bytes_of_row_ > longest_csv_line + 1) {
      throw TargetError(fmt::format("row {} has more than {} bytes; is a quote not closed?", rows.added() + 1,
                                    longest_csv_line));
    }
    if (!is_begun_) learn_delimiter(line);
    if (csv_parse(&parser_, line.data(), line.size(), &end_field, &end_record, this) != line.size()) {
      fail_quote(line, rows);
    }
    is_inside_row_ = true;  // unless the end of the line is that of a record
    if (csv_parse(&parser_, "\n", 1, &end_field, &end_record, this) != 1) fail_quote(line, rows);
    take_records(rows);
  }

  void finish(RowBuffer& rows) override {
    if (csv_fini(&parser_, &end_field, &end_record, this) != 0) fail_quote("", rows);
    take_records(rows);
  }

 private:
  // Some write semicolons where a comma is in numbers.
  void learn_delimiter(std::string_view header) {
    is_begun_ = true;
    if (header.find(',') != std::string_view::npos || std::ranges::find(columns_, header) != columns_.end())
      return;
    for (const char delimiter : {';', '\t'}) {
      if (header.find(delimiter) == std::string_view::npos) continue;
      delimiter_ = delimiter;
      csv_set_delim(&parser_, static_cast<unsigned char>(delimiter));
      return;
    }
  }

  // Called from C, which no exception may pass through.
  static void end_field(void* text, std::size_t length, void* self) {
    static_cast<CsvLines*>(self)->record_.emplace_back(static_cast<const char*>(text), length);
  }
  static void end_record(int, void* self) {
    auto* lines = static_cast<CsvLines*>(self);
    lines->records_.push_back(std::exchange(lines->record_, {}));
    lines->is_inside_row_ = false;
    lines->bytes_of_row_ = 0;
  }

  void take_records(RowBuffer& rows) {
    for (const Record& record : std::exchange(records_, {})) {
      if (indices_.empty()) {
        for (const std::string& column : columns_) indices_.push_back(index_of(column, record));
      } else {
        fields_->parse(row_of(record, rows.added() + 1), rows);
      }
    }
  }

  // The field of the column, or those of all columns with blanks between.
  std::string row_of(const Record& record, std::uint64_t row) const {
    std::string text;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const std::size_t index = indices_[column];
      if (index >= record.size()) {
        throw TargetError(
            fmt::format("row {} has {} fields, and column '{}' is number {}: \"{}\"", row, record.size(),
                        columns_[column], index + 1,
                        row_text(fmt::format("{}", fmt::join(record, std::string(1, delimiter_))))));
      }
      if (columns_.size() > 1) check_one_card(record[index], row, columns_[column]);
      if (column > 0) text += ' ';
      text += record[index];
    }
    return text;
  }

  static void check_one_card(std::string_view field, std::uint64_t row, std::string_view column) {
    std::string_view card, second;
    RowWords words(field);
    if (words.next(card) && !words.next(second)) return;
    throw TargetError(fmt::format("row {} has \"{}\" in column '{}', which is to hold one card", row,
                                  row_text(field), column));
  }

  static std::size_t index_of(const std::string& column, const Record& header) {
    const auto found = std::ranges::find(header, column);
    if (found != header.end()) {
      if (std::find(found + 1, header.end(), column) != header.end()) {
        throw TargetError(fmt::format("the header has column '{}' twice", column));
      }
      return static_cast<std::size_t>(found - header.begin());
    }
    std::vector<std::string> names;
    for (const std::string& name : header) names.push_back(row_text(name));
    const std::string meant = did_you_mean(column, {names.begin(), names.end()});
    const bool all_shown = names.size() <= most_names_shown;
    if (!all_shown) names.resize(most_names_shown);
    throw TargetError(fmt::format("no column '{}' in the header{}; there is '{}'{}", column, meant,
                                  fmt::join(names, "', '"), all_shown ? "" : ", ..."));
  }

  [[noreturn]] void fail_quote(std::string_view line, const RowBuffer& rows) const {
    const std::string where = indices_.empty() ? "the header" : fmt::format("row {}", rows.added() + 1);
    const std::string shown = line.empty() ? "" : fmt::format(": \"{}\"", row_text(line));
    throw TargetError(fmt::format(
        "{} is no CSV: a quote in the middle of a field, or one that is not closed{}", where, shown));
  }

  std::vector<std::string> columns_;
  std::unique_ptr<LineParser> fields_;
  csv_parser parser_{};
  bool is_begun_ = false;
  char delimiter_ = ',';
  Record record_;                // the one that is read
  std::vector<Record> records_;  // read, not yet taken
  bool is_inside_row_ = false;
  std::size_t bytes_of_row_ = 0;
  std::vector<std::size_t> indices_;  // of the columns, once the header was read
};

}  // namespace

std::unique_ptr<LineParser> make_csv_lines(std::vector<std::string> columns,
                                           std::unique_ptr<LineParser> fields) {
  return std::make_unique<CsvLines>(std::move(columns), std::move(fields));
}

}  // namespace fairshuffle
