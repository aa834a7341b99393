// How a target from outside writes its orders: declared by the user, or told by its first row.
#pragma once

#include <string>
#include <vector>

#include "core/order/makeup.hpp"

namespace fairshuffle {

struct RowFormat {
  enum class Kind {
    u8,      ///< n raw bytes a row, one a card, and nothing between
    u16,     ///< likewise two a card, the lower one first
    text,    ///< a line a row: whole numbers, parted as the first row parts them
    tokens,  ///< a line a row: words of the deck, likewise
  };

  Kind kind = Kind::text;
  int deck_size = 5;
  int base = 0;  ///< the number of the first card, or kind, 0 or 1; for raw bytes and text
  /// For tokens: the word of each kind of card, all different, none with separators; the cards of a deck
  /// without equal ones. For raw bytes: likewise where cards are equal, and their numbers are in this order.
  std::vector<std::string> deck;
  bool one_a_line = false;  ///< a row is not a line, but one for each card
  Makeup makeup = {};       ///< a deal's rows hold the cards that were dealt

  /// Raw bytes, and no lines.
  bool is_raw() const { return kind == Kind::u8 || kind == Kind::u16; }
  /// The cards in a row.
  int row_size() const { return makeup.is_deal() ? makeup.dealt : deck_size; }
};

/// As --format takes it.
constexpr const char* to_text(RowFormat::Kind kind) {
  switch (kind) {
    case RowFormat::Kind::u8:
      return "u8";
    case RowFormat::Kind::u16:
      return "u16";
    case RowFormat::Kind::tokens:
      return "tokens";
    case RowFormat::Kind::text:
      break;
  }
  return "text";
}

}  // namespace fairshuffle
