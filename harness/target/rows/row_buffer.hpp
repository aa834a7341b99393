// Rows that were read and are not yet counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "core/order/order.hpp"

namespace fairshuffle {

/// A row that can be told to be no order as it is read.
struct WrongRow {
  std::uint64_t number;         ///< from 1
  std::vector<WideCard> cards;  ///< empty where they are no cards, or too many
  std::string text;             ///< as it was written, by row_text
  std::uint64_t words = 0;      ///< how many cards stood there, whatever they were; 0 where nobody counted
};

/// The most cards of a row that are kept where it is none of a deck of that size.
constexpr std::uint64_t most_cards_kept(int deck_size) {
  return is_wide_deck(deck_size) ? largest_deck_size : largest_byte_deck;
}

/// A queue of rows. Each takes deck_size cards; in place of a wrong row's stand as many bytes that are no
/// cards, so that it is an order to no one.
class RowBuffer {
 public:
  /// deck_size in 1..largest_deck_size.
  explicit RowBuffer(int deck_size) : deck_size_(static_cast<std::size_t>(deck_size)) {}

  std::size_t deck_size() const { return deck_size_; }
  /// Rows in the queue.
  std::uint64_t rows() const { return added_ - removed_; }
  /// Rows that ever were in it: the next one is row added() + 1.
  std::uint64_t added() const { return added_; }

  /// The rows in the queue, end to end.
  std::span<const WideCard> decks() const;
  /// What is known of row `number`; null when it was not told to be wrong.
  const WrongRow* wrong(std::uint64_t number) const;
  /// Takes rows out at the front. Precondition: rows <= rows().
  void remove(std::uint64_t rows);

  /// Room for so many rows at the end, to be written to; `commit` then says how many were.
  std::span<WideCard> room(std::uint64_t rows);
  void commit(std::uint64_t rows) { added_ += rows; }
  /// Precondition: deck_size cards.
  void add(std::span<const WideCard> cards);
  void add_wrong(std::vector<WideCard> cards, std::string text, std::uint64_t words = 0);
  /// Takes the last row out again, which must be a wrong one.
  void remove_last_wrong();
  /// Takes the last rows out again, as if they had never been in it. Precondition: rows <= rows().
  void remove_last(std::uint64_t rows);

 private:
  std::size_t deck_size_;
  std::uint64_t added_ = 0, removed_ = 0;
  std::uint64_t first_ = 1;  // the number of the row at the front of cards_
  std::vector<WideCard> cards_;
  std::deque<WrongRow> wrong_;  // of the rows in the queue, ascending
};

}  // namespace fairshuffle
