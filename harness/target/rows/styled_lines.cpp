#include "harness/target/rows/styled_lines.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/target/rows/recording_advice.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/rows/row_words.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

// Of a row over many lines; R and numpy need a fifth of it for 128 cards, and half of it for 1,024.
std::size_t longest_joined_row(int deck_size) {
  return 2 * longest_line_of(deck_size);
}

class StyledLines final : public LineParser {
 public:
  StyledLines(RowHints hints, std::unique_ptr<LineParser> words)
      : hints_(std::move(hints)), words_(std::move(words)) {}

  std::size_t longest_line() const override { return words_->longest_line(); }
  bool is_inside_row() const override { return style_.open != 0 && !text_.empty(); }
  bool is_comment(std::string_view line) const override { return words_->is_comment(line); }

  std::size_t take_plain(std::string_view lines, std::uint64_t most, RowBuffer& rows) override {
    return is_learnt_ && style_.is_plain() ? words_->take_plain(lines, most, rows) : 0;
  }

  void parse(std::string_view line, RowBuffer& rows) override {
    // A field of a CSV, whose other lines are passed over where they are blank.
    if (text_.empty() && is_blank(line)) fail_empty_row(rows.added() + 1);
    if (!is_learnt_ && text_.empty()) learn_frame(line);
    if (style_.indexed) return parse_indexed(line, rows);
    if (style_.open != 0) return parse_in_brackets(line, rows);
    if (is_learnt_ && style_.is_plain()) return words_->parse(line, rows);
    text_ = line;
    cards_ = line;
    add_row(rows);
  }

  void finish(RowBuffer& rows) override {
    if (text_.empty()) return;
    if (style_.indexed) return add_row(rows);
    throw TargetError(fmt::format("row {} is cut off before its '{}': \"{}\"", rows.added() + 1, style_.close,
                                  row_text(text_)));
  }

  std::string remark() const override {
    const std::string told = style_.told();
    return told.empty() ? "" : fmt::format("rows are read as row 1 is written: {}", told);
  }

 private:
  void learn_frame(std::string_view line) {
    line.remove_prefix(line.find_first_not_of(" \t"));
    style_.before = name_before_bracket(line, hints_);
    const char first = line[style_.before.size()];
    for (const std::string& word : hints_.deck) {
      if (word.find(first) != std::string::npos) return style_.before.clear();
    }
    const auto indexed = indexed_line(line);
    if (indexed && indexed->index == 1) {
      style_.indexed = true;
      return;
    }
    if (closing_bracket(first) == '\0') return;
    refuse_nested(line.substr(style_.before.size()));
    style_.open = first;
    style_.close = closing_bracket(first);
  }

  static void refuse_nested(std::string_view line) {
    const std::size_t next = line.find_first_not_of(" \t", 1);
    const bool is_object = next != std::string_view::npos && line.front() == '{' && line[next] == '"';
    const bool is_list = next != std::string_view::npos && closing_bracket(line[next]) != '\0';
    if (!is_object && !is_list) return;
    throw TargetError(fmt::format(
        "row 1 is \"{}\", {}, and a row is one deck; of JSON jq prints them so: jq -c '{}' FILE | {}",
        row_text(line), is_object ? "a JSON object" : "a list of lists", is_object ? ".deck" : ".[]",
        read_from_a_pipe));
  }

  void parse_indexed(std::string_view line, RowBuffer& rows) {
    const auto indexed = indexed_line(line);
    if (!indexed) fail(line, rows);
    if (indexed->index == 1) {
      if (!text_.empty()) add_row(rows);
    } else if (text_.empty()) {
      throw TargetError(
          fmt::format("row {} goes on after its {} cards: \"{}\"; --n is to be the number of cards in a row",
                      rows.added(), hints_.deck_size, row_text(line)));
    }
    append(line, indexed->cards, rows);
    std::uint64_t words = 0;
    std::string_view word;
    for (RowWords cards(cards_); cards.next(word);) ++words;
    // Whoever waits for an answer has it as soon as it is whole.
    if (hints_.deck_size != 0 && words == static_cast<std::uint64_t>(hints_.deck_size)) add_row(rows);
  }

  void parse_in_brackets(std::string_view line, RowBuffer& rows) {
    std::string_view cards = line;
    if (text_.empty()) {
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
    const std::size_t more = cards.find_first_not_of(separators, close + 1);
    std::string_view behind = more == std::string_view::npos ? std::string_view() : cards.substr(close + 1);
    while (!behind.empty() && separators.find(behind.back()) != std::string_view::npos)
      behind.remove_suffix(1);
    if (!is_learnt_ && !style_.before.empty()) style_.behind = behind;
    if (behind != style_.behind) fail(line, rows);
    add_row(rows);
  }

  void append(std::string_view line, std::string_view cards, const RowBuffer& rows) {
    if (text_.size() + line.size() > longest_joined_row(hints_.deck_size)) {
      throw TargetError(fmt::format("row {} has more than {} bytes; is a bracket not closed? \"{}\"",
                                    rows.added() + 1, longest_joined_row(hints_.deck_size), row_text(text_)));
    }
    if (!text_.empty()) text_ += ' ', cards_ += ' ';
    text_ += line;
    cards_ += cards;
  }

  void add_row(RowBuffer& rows) {
    const std::string text = std::exchange(text_, {}), cards = std::exchange(cards_, {});
    if (!std::exchange(is_learnt_, true)) learn_words(cards, hints_, style_);
    if (style_.is_plain()) return words_->parse(text, rows);
    const std::optional<std::string> plain = plain_words(cards, style_);
    if (!plain) fail(text, rows);
    words_->parse(*plain, rows);
    if (const WrongRow* wrong = rows.wrong(rows.added())) {
      WrongRow as_written = *wrong;
      rows.remove_last_wrong();
      rows.add_wrong(std::move(as_written.cards), row_text(text), as_written.words);
    }
  }

  [[noreturn]] void fail(std::string_view line, const RowBuffer& rows) const {
    const std::string row = fmt::format("row {} is \"{}\"", rows.added() + 1, row_text(line));
    if (rows.added() == 0) {
      throw TargetError(
          fmt::format("{}, and has more than cards ({}); leave out the rest of a line", row, style_.told()));
    }
    throw TargetError(fmt::format("{}, and row 1 was written otherwise: {}", row, style_.told()));
  }

  RowHints hints_;
  std::unique_ptr<LineParser> words_;
  RowStyle style_;
  bool is_learnt_ = false;
  std::string text_, cards_;  // of a row that is not yet whole: as written, and without what stands around
};

}  // namespace

std::unique_ptr<LineParser> make_styled_lines(RowHints hints, std::unique_ptr<LineParser> words) {
  return std::make_unique<StyledLines>(std::move(hints), std::move(words));
}

}  // namespace fairshuffle
