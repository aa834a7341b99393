// How a language prints a list of cards: what stands around them and between them. Told by the first row.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// What is known of the cards before a row was seen.
struct RowHints {
  bool numbers = true;            ///< the cards are whole numbers, not words
  int deck_size = 0;              ///< 0 where nobody knows it
  std::vector<std::string> deck;  ///< the words, where the cards are such
};

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

/// The bracket that closes this one; 0 where it opens nothing.
char closing_bracket(char open);

/// What stands before the bracket in which a row's cards are, where it begins with a name: "array(" of
/// "array([2, 0, 1])". Empty where there is no such name.
std::string_view name_before_bracket(std::string_view line, const RowHints& hints);

/// The index that R sets before a line, and what follows it; nothing where there is none.
struct IndexedLine {
  unsigned long long index;
  std::string_view cards;
};
std::optional<IndexedLine> indexed_line(std::string_view line);

/// Adds to a style with or without brackets or indices how the cards between them are parted. What a word of
/// the deck has in it parts no words.
void learn_words(std::string_view cards, const RowHints& hints, RowStyle& style);

/// The cards as words with blanks or commas between; nothing where they are not of that style.
std::optional<std::string> plain_words(std::string_view cards, const RowStyle& style);

}  // namespace fairshuffle
