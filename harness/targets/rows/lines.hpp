// Rows as lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/targets/rows/row_reader.hpp"

namespace fairshuffle {

/// The most bytes of a line that is a row of a deck of so many cards, its end not counted.
constexpr std::size_t longest_line_of(int deck_size) {
  return is_wide_deck(deck_size) ? 16384 : 4096;
}

// Makes a row of its words, parted by blanks, tabs or commas.

class LineParser {
 public:
  virtual ~LineParser() = default;

  /// The most bytes of a line, its end not counted.
  virtual std::size_t longest_line() const { return longest_line_of(0); }

  /// Reads lines that are plainly written, quickly: up to the first that is not, or to `most` rows. What it
  /// leaves is given to `parse` line by line. Precondition: lines is empty or ends in '\n'. The bytes taken.
  virtual std::size_t take_plain(std::string_view /*lines*/, std::uint64_t /*most*/, RowBuffer& /*rows*/) {
    return 0;
  }

  /// Reads one row; `written` is how it stood there where `line` is made of its cards. Throws TargetError for
  /// what is none.
  virtual void parse(std::string_view line, RowBuffer& rows, std::string_view written = {}) = 0;

  /// True where the line is a remark and no row.
  virtual bool is_comment(std::string_view line) const { return line.starts_with('#'); }
};

/// Rows of numbers, or of the words of a deck. Of 0 cards, where nobody knows how many, all rows are wrong,
/// and tell how many words they have.
std::unique_ptr<LineParser> make_card_words(const RowFormat& format);

// How a language prints a list of cards: what stands around them and between them. Told by the first row.

/// "[2, 0, 1]" has brackets, "array([2, 0, 1])" a name before and more behind them, "2;0;1" a separator of
/// its own, "201" a character a card, ["a", "b"] quotes, and R begins its lines with the index of their first
/// card, "[1] 3 1 2". A row with none of that is plain.
struct RowStyle {
  std::string before, behind;  ///< the brackets
  char open = 0, close = 0;    ///< 0 for no brackets
  char separator = 0;          ///< 0 for blanks, tabs and commas
  char quote = 0;              ///< around each word; 0 for none
  bool characters = false;     ///< one card a character, nothing between
  bool indexed = false;        ///< as R's

  bool is_plain() const { return open == 0 && separator == 0 && quote == 0 && !characters && !indexed; }
  /// "in [ ], parted by ;", empty for a plain one.
  std::string told() const;
};

/// The index that R sets before a line, and what follows it; nothing where there is none.
struct IndexedLine {
  unsigned long long index;
  std::string_view cards;
};
std::optional<IndexedLine> indexed_line(std::string_view line);

/// A style with the brackets or indices of that line, which is not blank. What a word of the deck has in it
/// surrounds none. Throws TargetError for a list of lists, or an object.
RowStyle style_of_frame(std::string_view line, const RowFormat& format);

/// Adds to a style with or without brackets or indices how the cards between them are parted. What a word of
/// the deck has in it parts no words.
void learn_words(std::string_view cards, const RowFormat& format, RowStyle& style);

/// The cards as words with blanks or commas between; nothing where they are not of that style.
std::optional<std::string> plain_words(std::string_view cards, const RowStyle& style);

// Rows of numbers as programs write them: the same byte between any two numbers. With the widest vectors of
// the machine: the same rows on any of them, and on none.

/// The largest number that take_even_row reads.
inline constexpr unsigned largest_even_number = 99;

/// Reads one row of deck_size cards into `cards`: numbers of one or two digits, counted from `base`, with one
/// blank, tab or comma between any two of them, the same one throughout, and '\n' after the last. The bytes
/// read; 0 where it is no such row or no permutation, or where the lines end too soon behind it.
/// Preconditions: deck_size in 2..cards_of_word, deck_size - 1 + base <= largest_even_number; there are two
/// bytes before the lines, the last one '\n'.
std::size_t take_even_row(std::string_view lines, unsigned deck_size, unsigned base, WideCard* cards);

// Lines.

/// How rows stand in them.
struct LineShape {
  enum class Row {
    line,         ///< a line is a row
    printed,      ///< as languages print lists: the first row tells the style, and all must have it
    card_a_line,  ///< a line is a card; blank lines may stand between decks, and not in one
  };
  Row row = Row::line;
  RowFormat format = {};  ///< of 0 cards where nobody knows how many
  /// Of a CSV (RFC 4180) whose first line names them: one that holds the row, or one for each card. A header
  /// without a comma that has semicolons, or else tabs, parts all fields by these. None where lines are no
  /// CSV.
  std::vector<std::string> columns = {};
};

/// Cuts bytes into lines, which end in "\n" or "\r\n", and finds the rows in them, which `words` reads. A
/// byte order mark before the first is passed over, and so are blank lines and comments that stand in no row.
std::unique_ptr<RowReader> make_line_rows(std::unique_ptr<LineParser> words, LineShape shape = {});

}  // namespace fairshuffle
