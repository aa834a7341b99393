#include "harness/target/rows/one_a_line.hpp"

#include <utility>

#include <fmt/format.h>

#include "harness/target/rows/row_text.hpp"
#include "harness/target/rows/row_words.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

class OneALine final : public LineParser {
 public:
  OneALine(int deck_size, std::unique_ptr<LineParser> words)
      : deck_size_(deck_size), words_(std::move(words)) {}

  std::size_t longest_line() const override { return words_->longest_line(); }
  bool is_inside_row() const override { return lines_ > 0; }
  bool is_comment(std::string_view line) const override { return words_->is_comment(line); }

  void parse(std::string_view line, RowBuffer& rows) override {
    std::string_view card, second;
    RowWords in_line(line);
    if (!in_line.next(card)) {
      throw TargetError(fmt::format("row {} ends with a blank line after {} of its {} cards",
                                    rows.added() + 1, lines_, deck_size_));
    }
    if (in_line.next(second)) {
      throw TargetError(fmt::format("row {} has \"{}\" in one line; with --one-a-line a line is one card",
                                    rows.added() + 1, row_text(line)));
    }
    if (lines_ > 0) row_ += ' ';
    row_ += card;
    if (++lines_ < deck_size_) return;
    lines_ = 0;
    words_->parse(std::exchange(row_, {}), rows);
  }

  void finish(RowBuffer& rows) override {
    if (lines_ == 0) return;
    throw TargetError(fmt::format(
        "row {} is cut off after {} of its {} cards; --n or the words of --deck say how many they are",
        rows.added() + 1, lines_, deck_size_));
  }

 private:
  int deck_size_;
  std::unique_ptr<LineParser> words_;
  int lines_ = 0;
  std::string row_;
};

}  // namespace

std::unique_ptr<LineParser> make_one_a_line(int deck_size, std::unique_ptr<LineParser> words) {
  return std::make_unique<OneALine>(deck_size, std::move(words));
}

}  // namespace fairshuffle
