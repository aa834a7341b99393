#include "harness/targets/rows/lines.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"

namespace fairshuffle {

namespace {

// One that writes empty lines and comments for ever would never come to its end.
constexpr std::uint64_t most_passed_in_a_row = 1000;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::size_t longest_csv_line = 65536;
constexpr std::size_t most_names_shown = 30;

// Of a row over many lines; R and numpy need a fifth of it for 128 cards, and half of it for 1,024.
std::size_t longest_joined_row(int deck_size) {
  return 2 * longest_line_of(deck_size);
}

void add_remark(std::string& text, const std::string& more) {
  if (more.empty()) return;
  if (!text.empty()) text += "; ";
  text += more;
}

/// The rows of a CSV (RFC 4180, strictly). Fields may be quoted, with commas, quotes and line ends in them,
/// so that a row may be of several lines; its number counts rows after the header. Blanks around a field are
/// none of it.
class CsvRows {
 public:
  using Record = std::vector<std::string>;

  explicit CsvRows(const std::vector<std::string>& columns) : columns_(columns) {}

  bool is_inside_row() const { return at_ != At::row_begin; }
  std::string remark() const {
    if (delimiter_ == ',') return "";
    return fmt::format("fields of the CSV are parted as its header parts them: by {}",
                       delimiter_ == '\t' ? "tabs" : "semicolons");
  }

  /// The rows that end with this line, of which the first would have that number.
  std::vector<Record> with_line(std::string_view line, std::uint64_t row) {
    bytes_of_row_ += line.size() + 1;
    if (bytes_of_row_ > longest_csv_line + 1) {
      throw TargetError("row {} has more than {} bytes; is a quote not closed?", row, longest_csv_line);
    }
    if (!is_begun_) learn_delimiter(line);
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (at_ == At::quoted) {
        const std::size_t end = std::min(line.find('"', at), line.size());
        field_.append(line, at, end - at);
        at = end;
        if (at == line.size()) break;
      }
      if (!take(line[at])) fail_quote(line, row);
    }
    if (!take('\n')) fail_quote(line, row);
    return take_records();
  }

  std::vector<Record> at_end(std::uint64_t row) {
    if (at_ == At::quoted || !take('\n')) fail_quote("", row);
    return take_records();
  }

  /// The field of the column, or those of all columns with blanks between.
  std::string row_of(const Record& record, std::uint64_t row) const {
    std::string text;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const std::size_t index = indices_[column];
      if (index >= record.size()) {
        throw TargetError("row {} has {} fields, and column '{}' is number {}: \"{}\"", row, record.size(),
                          columns_[column], index + 1,
                          row_text(fmt::format("{}", fmt::join(record, std::string(1, delimiter_)))));
      }
      if (columns_.size() > 1 && words_in(record[index]).size() != 1) {
        throw TargetError("row {} has \"{}\" in column '{}', which is to hold one card", row,
                          row_text(record[index]), columns_[column]);
      }
      if (column > 0) text += ' ';
      text += record[index];
    }
    return text;
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
      return;
    }
  }

  // Reads on by a byte; false for a quote where there may be none.
  bool take(char byte) {
    const bool is_quote = byte == '"';
    if (at_ == At::quoted) {
      at_ = is_quote ? At::after_quote : At::quoted;
      if (!is_quote) field_ += byte;
    } else if (byte == '\n' || byte == '\r') {
      if (at_ == At::row_begin) return true;
      end_field();
      records_.push_back(std::exchange(record_, {}));
      at_ = At::row_begin;
      bytes_of_row_ = 0;
    } else if (byte == delimiter_) {
      end_field();
    } else if (at_ == At::after_quote && is_quote) {
      field_ += byte;  // of two quotes, which stand for one
      at_ = At::quoted;
    } else if (at_ == At::after_quote || at_ == At::after_field) {
      at_ = At::after_field;
      return is_blank({&byte, 1});
    } else if (at_ == At::plain || !is_blank({&byte, 1})) {
      const bool begins_quoted = is_quote && at_ != At::plain;
      at_ = begins_quoted ? At::quoted : At::plain;
      if (!begins_quoted) field_ += byte;
      return begins_quoted || !is_quote;
    }
    return true;
  }

  void end_field() {
    if (at_ == At::plain) field_.resize(field_.find_last_not_of(" \t") + 1);
    record_.push_back(std::exchange(field_, {}));
    at_ = At::field_begin;
  }

  std::vector<Record> take_records() {
    std::vector<Record> records = std::exchange(records_, {});
    if (records.empty() || !indices_.empty()) return records;
    for (const std::string& column : columns_) indices_.push_back(index_of(column, records.front()));
    records.erase(records.begin());
    return records;
  }

  static std::size_t index_of(const std::string& column, const Record& header) {
    const auto found = std::ranges::find(header, column);
    if (found != header.end()) {
      if (std::find(found + 1, header.end(), column) != header.end()) {
        throw TargetError("the header has column '{}' twice", column);
      }
      return static_cast<std::size_t>(found - header.begin());
    }
    std::vector<std::string> names;
    for (const std::string& name : header) names.push_back(row_text(name));
    const std::string meant = did_you_mean(column, {names.begin(), names.end()});
    const bool all_shown = names.size() <= most_names_shown;
    if (!all_shown) names.resize(most_names_shown);
    throw TargetError("no column '{}' in the header{}; there is '{}'{}", column, meant,
                      fmt::join(names, "', '"), all_shown ? "" : ", ...");
  }

  [[noreturn]] void fail_quote(std::string_view line, std::uint64_t row) const {
    const std::string where = indices_.empty() ? "the header" : fmt::format("row {}", row);
    const std::string shown = line.empty() ? "" : fmt::format(": \"{}\"", row_text(line));
    throw TargetError("{} is no CSV: a quote in the middle of a field, or one that is not closed{}", where,
                      shown);
  }

  const std::vector<std::string>& columns_;
  enum class At { row_begin, field_begin, plain, quoted, after_quote, after_field } at_ = At::row_begin;
  bool is_begun_ = false;
  char delimiter_ = ',';
  std::string field_;            // that is read
  Record record_;                // likewise
  std::vector<Record> records_;  // read, not yet taken
  std::size_t bytes_of_row_ = 0;
  std::vector<std::size_t> indices_;  // of the columns, once the header was read
};

class LineRows final : public RowReader {
 public:
  LineRows(std::unique_ptr<LineParser> words, LineShape shape)
      : words_(std::move(words)), shape_(std::move(shape)), is_learnt_(shape_.row == LineShape::Row::line) {
    if (!shape_.columns.empty()) csv_ = std::make_unique<CsvRows>(shape_.columns);
  }

  void begin_start() override { is_first_ = true; }

  std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) override {
    const std::uint64_t full = rows.added() + most;
    std::string_view lines = bytes.substr(0, bytes.rfind('\n') + 1);
    while (!lines.empty() && rows.added() < full) {
      if (!csv_ && is_learnt_ && style_.is_plain()) take_plain(lines, full, rows);
      if (lines.empty() || rows.added() == full) break;
      const std::size_t line_end = lines.find('\n');
      try {
        take_line(lines.substr(0, line_end), rows);
      } catch (const TargetError&) {
        if (!csv_ && rows.added() == 0) refuse_table(lines);
        throw;
      }
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
    if (csv_) {
      read_all(csv_->at_end(rows.added() + 1), rows);
    } else {
      end_row(rows);
    }
    if (rest.empty() || rows.added() == before || rows.wrong(rows.added()) == nullptr) return "";
    std::string cut_off =
        fmt::format("row {} is cut off: \"{}\"", rows.added(), rows.wrong(rows.added())->text);
    rows.remove_last(1);
    return cut_off;
  }

  std::string remark() const override {
    std::string text;
    const std::string told = style_.told();
    if (!told.empty()) text = fmt::format("rows are read as row 1 is written: {}", told);
    if (csv_) add_remark(text, csv_->remark());
    const auto add_passed = [&text](std::uint64_t count, std::string_view what) {
      if (count == 0) return;
      add_remark(text, fmt::format("{} {}{} passed over", with_commas(count), what, count == 1 ? "" : "s"));
    };
    add_passed(blank_lines_of_rows_, "blank line");
    add_passed(comments_, "comment");
    return text;
  }

 private:
  void take_plain(std::string_view& lines, std::uint64_t full, RowBuffer& rows) {
    const std::size_t taken = words_->take_plain(lines, full - rows.added(), rows);
    if (taken == 0) return;
    lines.remove_prefix(taken);
    is_first_ = false;
    passed_in_a_row_ = 0;
    blank_lines_of_rows_ = blank_lines_;
  }

  // What no first row is may be the header of a table: of that the rows behind it tell how to read it.
  static void refuse_table(std::string_view lines) {
    if (lines.starts_with(byte_order_mark)) lines.remove_prefix(byte_order_mark.size());
    const std::string options = options_for_table(lines);
    if (options.empty()) return;
    std::string_view header = lines.substr(0, lines.find('\n'));
    if (header.ends_with('\r')) header.remove_suffix(1);
    throw TargetError("row 1 is \"{}\", the header of a table; {} {}", row_text(header), reads_tables,
                      options);
  }

  void take_line(std::string_view line, RowBuffer& rows) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    check_length(line, 0, rows);
    if (is_first_ && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    is_first_ = false;
    const bool is_empty = is_blank(line);
    // RFC 4180 has no comments.
    if (!is_inside_row() && (is_empty || (!csv_ && words_->is_comment(line)))) {
      if (++passed_in_a_row_ > most_passed_in_a_row) fail_empty_row(rows.added() + 1);
      ++(is_empty ? blank_lines_ : comments_);
      return;
    }
    passed_in_a_row_ = 0;
    blank_lines_of_rows_ = blank_lines_;
    if (!csv_) return read(line, rows);
    read_all(csv_->with_line(line, rows.added() + 1), rows);
  }

  bool is_inside_row() const {
    if (csv_) return csv_->is_inside_row();
    return lines_of_row_ > 0 && !style_.indexed;
  }

  void check_length(std::string_view line, std::size_t more, const RowBuffer& rows) const {
    const std::size_t longest = csv_ ? longest_csv_line : words_->longest_line();
    if (line.size() <= longest + more) return;
    throw TargetError("row {} is a line of more than {} bytes: \"{}\"", rows.added() + 1, longest,
                      row_text(line.substr(0, 2 * longest_row_text)));
  }

  void read_all(const std::vector<CsvRows::Record>& records, RowBuffer& rows) {
    for (const auto& record : records) read(csv_->row_of(record, rows.added() + 1), rows);
  }

  // A line, or a field of a CSV.
  void read(std::string_view line, RowBuffer& rows) {
    if (shape_.row == LineShape::Row::card_a_line) return read_card(line, rows);
    if (shape_.row == LineShape::Row::printed) {
      // The other lines of a CSV are passed over where they are blank.
      if (lines_of_row_ == 0 && is_blank(line)) fail_empty_row(rows.added() + 1);
      if (!is_learnt_ && lines_of_row_ == 0) style_ = style_of_frame(line, shape_.format);
      if (style_.indexed) return read_indexed(line, rows);
      if (style_.open != 0) return read_in_brackets(line, rows);
      if (!is_learnt_ || !style_.is_plain()) {
        text_ = cards_ = line;
        return add_row(rows);
      }
    }
    words_->parse(line, rows);
  }

  void read_card(std::string_view line, RowBuffer& rows) {
    const std::vector<std::string_view> words = words_in(line);
    if (words.empty()) {
      throw TargetError("row {} ends with a blank line after {} of its {} cards", rows.added() + 1,
                        lines_of_row_, shape_.format.row_size());
    }
    if (words.size() > 1) {
      throw TargetError("row {} has \"{}\" in one line; with --one-a-line a line is one card",
                        rows.added() + 1, row_text(line));
    }
    if (lines_of_row_ > 0) cards_ += ' ';
    cards_ += words.front();
    if (++lines_of_row_ < shape_.format.row_size()) return;
    lines_of_row_ = 0;
    words_->parse(std::exchange(cards_, {}), rows);
  }

  void read_indexed(std::string_view line, RowBuffer& rows) {
    const auto indexed = indexed_line(line);
    if (!indexed) fail(line, rows);
    if (indexed->index == 1) {
      if (lines_of_row_ > 0) add_row(rows);
    } else if (lines_of_row_ == 0) {
      throw TargetError(
          "row {} goes on after its {} cards: \"{}\"; --n is to be the number of cards in a row",
          rows.added(), shape_.format.row_size(), row_text(line));
    }
    append(line, indexed->cards, rows);
    // Whoever waits for an answer has it as soon as it is whole.
    const auto deck_size = static_cast<std::size_t>(shape_.format.row_size());
    if (deck_size != 0 && words_in(cards_).size() == deck_size) add_row(rows);
  }

  void read_in_brackets(std::string_view line, RowBuffer& rows) {
    std::string_view cards = line;
    if (lines_of_row_ == 0) {
      cards.remove_prefix(line.find_first_not_of(" \t"));
      const std::size_t open = style_.before.size();
      if (!cards.starts_with(style_.before) || open == cards.size() || cards[open] != style_.open)
        fail(line, rows);
      cards.remove_prefix(open + 1);
    }
    const std::size_t close = cards.find(style_.close);
    append(line, cards.substr(0, close), rows);
    if (close == std::string_view::npos) return;
    // A list in a list has a comma behind it.
    std::string_view behind = cards.substr(close + 1);
    behind = behind.substr(0, behind.find_last_not_of(separators) + 1);
    if (!is_learnt_ && !style_.before.empty()) style_.behind = behind;
    if (behind != style_.behind) fail(line, rows);
    add_row(rows);
  }

  void append(std::string_view line, std::string_view cards, const RowBuffer& rows) {
    const std::size_t longest = longest_joined_row(shape_.format.row_size());
    if (text_.size() + line.size() > longest) {
      throw TargetError("row {} has more than {} bytes; is a bracket not closed? \"{}\"", rows.added() + 1,
                        longest, row_text(text_));
    }
    if (lines_of_row_++ > 0) text_ += ' ', cards_ += ' ';
    text_ += line;
    cards_ += cards;
  }

  // Of lines that were appended.
  void add_row(RowBuffer& rows) {
    lines_of_row_ = 0;
    const std::string text = std::exchange(text_, {}), cards = std::exchange(cards_, {});
    if (!std::exchange(is_learnt_, true)) learn_words(cards, shape_.format, style_);
    if (style_.is_plain()) return words_->parse(text, rows);
    const std::optional<std::string> plain = plain_words(cards, style_);
    if (!plain) fail(text, rows);
    words_->parse(*plain, rows, text);
  }

  // After the last line.
  void end_row(RowBuffer& rows) {
    if (lines_of_row_ == 0) return;
    if (style_.indexed) return add_row(rows);
    const std::uint64_t row = rows.added() + 1;
    if (shape_.row == LineShape::Row::card_a_line) {
      throw TargetError(
          "row {} is cut off after {} of its {} cards; --n or the words of --deck say how many they are", row,
          lines_of_row_, shape_.format.row_size());
    }
    throw TargetError("row {} is cut off before its '{}': \"{}\"", row, style_.close, row_text(text_));
  }

  [[noreturn]] void fail(std::string_view line, const RowBuffer& rows) const {
    const std::string row = fmt::format("row {} is \"{}\"", rows.added() + 1, row_text(line));
    if (rows.added() == 0) {
      throw TargetError("{}, and has more than cards ({}); leave out the rest of a line", row, style_.told());
    }
    throw TargetError("{}, and row 1 was written otherwise: {}", row, style_.told());
  }

  std::unique_ptr<LineParser> words_;
  LineShape shape_;
  std::unique_ptr<CsvRows> csv_;
  RowStyle style_;
  bool is_learnt_;            // the style
  std::string text_, cards_;  // of a row that is not yet whole: as written, and without what stands around
  int lines_of_row_ = 0;      // of that
  std::uint64_t passed_in_a_row_ = 0, blank_lines_ = 0, comments_ = 0;
  // Before the last row: those that end a recording are nothing to tell.
  std::uint64_t blank_lines_of_rows_ = 0;
  bool is_first_ = true;  // no line of this start was taken
};

}  // namespace

std::unique_ptr<RowReader> make_line_rows(std::unique_ptr<LineParser> words, LineShape shape) {
  return std::make_unique<LineRows>(std::move(words), std::move(shape));
}

}  // namespace fairshuffle
