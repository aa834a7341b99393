#include "harness/target/rows/text_lines.hpp"

#include <algorithm>
#include <bitset>
#include <cctype>
#include <charconv>
#include <limits>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/wide.hpp"
#include "harness/target/rows/even_row.hpp"
#include "harness/target/rows/made_up_row.hpp"
#include "harness/target/rows/recording_advice.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/rows/row_words.hpp"
#include "harness/target/shell_text.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_whole_number(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && std::ranges::all_of(word, is_digit);
}

// Numbers that fit no 64 bits are all outside any deck: the largest or the smallest stands for them.
std::int64_t number_of(std::string_view word) {
  std::int64_t number = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
  if (result.ec == std::errc{}) return number;
  return word.starts_with('-') ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max();
}

/// Which cards of a deck were seen, in as few words as hold them.
template <class Set>
class SeenCards {
 public:
  explicit SeenCards(std::size_t deck_size) : every_card_(every_card_of<Set>(deck_size)) {}
  void add(unsigned card) { seen_ |= Set{1} << card; }
  bool are_all() const { return seen_ == every_card_; }

 private:
  Set every_card_, seen_ = 0;
};

template <>
class SeenCards<std::bitset<largest_deck_size>> {
 public:
  explicit SeenCards(std::size_t deck_size) : deck_size_(deck_size) {}
  void add(unsigned card) { seen_.set(card); }
  bool are_all() const { return seen_.count() == deck_size_; }

 private:
  std::size_t deck_size_;
  std::bitset<largest_deck_size> seen_;
};

class TextLines final : public LineParser {
 public:
  explicit TextLines(const RowFormat& format)
      : deck_size_(format.deck_size), row_size_(format.row_size()), base_(format.base), made_up_(format) {}

  std::size_t longest_line() const override { return longest_line_of(deck_size_); }

  std::size_t take_plain(std::string_view lines, std::uint64_t most, RowBuffer& rows) override {
    if (row_size_ < deck_size_) return 0;
    if (static_cast<std::size_t>(deck_size_) <= cards_of_word)
      return take_plain_of<std::uint64_t, 2>(lines, most, rows);
    return is_wide_deck(deck_size_) ? take_plain_of<std::bitset<largest_deck_size>, 4>(lines, most, rows)
                                    : take_plain_of<Wide, 3>(lines, most, rows);
  }

  void parse(std::string_view line, RowBuffer& rows) override {
    cards_.clear();
    const std::uint64_t most = most_cards_kept(deck_size_);
    const std::int64_t highest =
        is_wide_deck(deck_size_) ? std::numeric_limits<WideCard>::max() : std::numeric_limits<Card>::max();
    std::uint64_t numbers = 0;
    bool all_fit = true;
    std::string_view word;
    for (RowWords words(line); words.next(word); ++numbers) {
      if (!is_whole_number(word)) fail(word, line, rows.added() + 1);
      const std::int64_t number = number_of(word);
      all_fit &= number >= base_ && number - base_ <= highest;
      if (all_fit && numbers < most) cards_.push_back(static_cast<WideCard>(number - base_));
    }
    if (numbers == 0) fail_empty_row(rows.added() + 1);
    if (!all_fit || numbers > most) cards_.clear();
    if (cards_.size() == static_cast<std::size_t>(row_size_) && made_up_.complete(cards_)) {
      rows.add(cards_);
    } else {
      rows.add_wrong(cards_, row_text(line), numbers);
    }
  }

 private:
  // Set: of as many cards; most_digits: of a card's number. Other rows are left to parse.
  template <class Set, int most_digits>
  std::size_t take_plain_of(std::string_view lines, std::uint64_t most, RowBuffer& rows) const {
    const auto deck_size = static_cast<unsigned>(deck_size_), base = static_cast<unsigned>(base_);
    // A card takes at least a digit and what ends it.
    const std::uint64_t most_rows = std::min<std::uint64_t>(most, lines.size() / (2 * deck_size));
    const std::span<WideCard> room = rows.room(most_rows);
    WideCard* cards = room.data();
    const char* line = lines.data();
    std::uint64_t taken = 0;
    const unsigned largest = deck_size - 1 + base;
    bool is_even = deck_size <= cards_of_word && largest > 9 && largest <= largest_even_number;
    for (; taken < most_rows && line != lines.data() + lines.size(); ++taken) {
      if (is_even && taken > 0) {
        const std::string_view rest = lines.substr(static_cast<std::size_t>(line - lines.data()));
        const std::size_t bytes = take_even_row(rest, deck_size, base, cards);
        // As one row is written so are the others.
        is_even = bytes > 0;
        if (is_even) {
          line += bytes;
          cards += deck_size;
          continue;
        }
      }
      // Nothing below goes past a '\n', and the last byte is one.
      const char* at = line;
      SeenCards<Set> seen(deck_size);
      unsigned position = 0;
      for (; position < deck_size; ++position) {
        unsigned number = static_cast<unsigned char>(*at) - unsigned{'0'};
        if (number > 9) break;
        ++at;
        for (int more = 1; more < most_digits; ++more) {
          const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
          if (digit > 9) break;
          number = 10 * number + digit;
          ++at;
        }
        const unsigned card = number - base;  // far outside where the number is below the base
        if (card >= deck_size) break;
        cards[position] = static_cast<WideCard>(card);
        seen.add(card);
        if (*at == ' ' || *at == '\t') {
          ++at;
        } else if (*at == ',') {
          if (*++at == ' ') ++at;
        } else if (position + 1 < deck_size) {
          break;
        }
      }
      if (position < deck_size || !seen.are_all()) break;
      if (*at == '\r') ++at;
      if (*at != '\n') break;
      line = at + 1;
      cards += deck_size;
    }
    rows.commit(taken);
    return static_cast<std::size_t>(line - lines.data());
  }

  [[noreturn]] void fail(std::string_view word, std::string_view line, std::uint64_t row) const {
    throw TargetError(fmt::format(
        "row {} is \"{}\", and \"{}\" is no whole number; a row of format=text is {} numbers from "
        "{} to {}, parted by blanks or commas{}",
        row, row_text(line), row_text(word), row_size_, base_, base_ + deck_size_ - 1,
        row == 1 ? advice(line) : ""));
  }

  // What else the first row may be.
  static std::string advice(std::string_view line) {
    const bool raw =
        std::ranges::any_of(line, [](char byte) { return static_cast<unsigned char>(byte) < 9; });
    if (raw) return "; raw bytes are read with --format u8, or u16";
    // A table begins with the names of its columns, or has other fields beside the row.
    const bool table = may_be_of_a_table(line);
    return fmt::format(
        "{}{}; for words, name the sorted deck {}; a line that is no deck is passed over where it begins "
        "with "
        "#",
        table ? "; " : "", table ? advice_on_tables : "", deck_option(line));
  }

  // As it is typed, where a line can be a deck of words.
  static std::string deck_option(std::string_view line) {
    constexpr std::size_t longest = 60;
    std::set<std::string_view> deck;
    std::size_t size = 0;
    std::string_view word;
    for (RowWords words(line); words.next(word); size += word.size() + 1) {
      const bool is_quoted =
          word.size() > 2 && word.front() == word.back() && (word.front() == '"' || word.front() == '\'');
      if (is_quoted) word = word.substr(1, word.size() - 2);
      const bool is_plain = !word.empty() && std::ranges::all_of(word, [](unsigned char byte) {
        return std::isalnum(byte) != 0 || byte == '_' || byte >= 0x80;
      });
      if (!is_plain || !deck.insert(word).second) return "with --deck";
    }
    if (deck.size() < 2 || size > longest) return "with --deck";
    return fmt::format("as in --deck {}", shell_typed(fmt::format("{}", fmt::join(deck, " "))));
  }

  int deck_size_, row_size_, base_;
  MadeUpRow made_up_;
  std::vector<WideCard> cards_;  // of the row that is read
};

}  // namespace

std::unique_ptr<LineParser> make_text_lines(const RowFormat& format) {
  return std::make_unique<TextLines>(format);
}

}  // namespace fairshuffle
