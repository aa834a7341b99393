#include "harness/target/rows/token_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "harness/target/rows/made_up_row.hpp"
#include "harness/target/rows/recording_advice.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/rows/row_words.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

class TokenLines final : public LineParser {
 public:
  explicit TokenLines(const RowFormat& format)
      : deck_(format.deck),
        row_size_(static_cast<std::size_t>(format.row_size())),
        most_words_(most_cards_kept(format.deck_size)),
        made_up_(format) {
    for (std::size_t kind = 0; kind < deck_.size(); ++kind) {
      card_of_.emplace(deck_[kind], made_up_.first_of_kind()[kind]);
    }
  }

  std::size_t longest_line() const override { return longest_line_of(static_cast<int>(row_size_)); }

  bool is_comment(std::string_view line) const override {
    return line.starts_with('#') &&
           std::ranges::none_of(deck_, [](const std::string& word) { return word.starts_with('#'); });
  }

  void parse(std::string_view line, RowBuffer& rows) override {
    cards_.clear();
    std::size_t words_read = 0;
    bool all_known = true, all_foreign = true, all_numbers = true;
    std::string_view word;
    std::optional<std::size_t> foreign;  // where the first one begins
    for (RowWords words(line); words.next(word); ++words_read) {
      const auto card = card_of_.find(word);
      if (card == card_of_.end() && !foreign) foreign = static_cast<std::size_t>(word.data() - line.data());
      all_known &= card != card_of_.end();
      all_foreign &= card == card_of_.end();
      all_numbers &= all_digits(word);
      if (all_known && words_read < most_words_) cards_.push_back(card->second);
    }
    if (words_read == 0) fail_empty_row(rows.added() + 1);
    if (all_foreign && rows.added() == 0) check_first_row(line, all_numbers);
    if (!all_known || words_read > most_words_) cards_.clear();
    if (cards_.size() == row_size_ && made_up_.complete(cards_)) {
      rows.add(cards_);
    } else {
      rows.add_wrong(cards_, text_with(line, foreign.value_or(0)));
    }
  }

 private:
  // Of a long line the part that has the word which begins there.
  static std::string text_with(std::string_view line, std::size_t word) {
    constexpr std::size_t before = 40;
    constexpr std::string_view cut_before = "... ";
    if (word + before <= longest_row_text) return row_text(line);
    const std::size_t begin =
        line.find_first_not_of(separators, line.find_first_of(separators, word - before));
    return std::string(cut_before) +
           row_text(line.substr(std::min(begin, word)), longest_row_text - cut_before.size());
  }

  // Of a line that has no word of the deck: what it plainly is beside a row that lost its cards.
  static void check_first_row(std::string_view line, bool all_numbers) {
    if (!all_numbers && !may_be_of_a_table(line)) return;
    throw TargetError(
        fmt::format("row 1 is \"{}\", and none of it is a word of the deck; {}", row_text(line),
                    all_numbers ? "numbers of cards are read where no deck is named" : advice_on_tables));
  }

  std::vector<std::string> deck_;
  std::size_t row_size_, most_words_;
  MadeUpRow made_up_;
  std::unordered_map<std::string_view, WideCard> card_of_;  // of the words in deck_
  std::vector<WideCard> cards_;                             // of the row that is read
};

}  // namespace

std::unique_ptr<LineParser> make_token_lines(const RowFormat& format) {
  return std::make_unique<TokenLines>(format);
}

}  // namespace fairshuffle
