#include "harness/target/rows/first_rows.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "harness/foreign_bytes.hpp"
#include "harness/target/rows/raw_rows.hpp"
#include "harness/target/rows/recording_advice.hpp"
#include "harness/target/rows/row_reader.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

// "3 1 2" and "2 3 1" are the same whole deck of other cards than ours; what lost cards is seldom either.
bool is_deck_of_its_own(const WrongRow& row, const WrongRow& first, int deck_size) {
  if (row.words > most_cards_kept(deck_size)) return true;
  std::vector<WideCard> cards = row.cards, others = first.cards;
  std::ranges::sort(cards);
  std::ranges::sort(others);
  return !cards.empty() && cards == others && std::ranges::adjacent_find(cards) == cards.end() &&
         static_cast<std::size_t>(cards.back() - cards.front()) + 1 == cards.size();
}

// Whether bytes, one a card, are so many different cards of the deck that whoever packed them did not.
bool begin_a_deck(const RowFormat& format, std::string_view bytes) {
  constexpr std::size_t fewest = 8;
  std::set<int> seen;
  for (const char byte : bytes.substr(0, static_cast<std::size_t>(format.row_size()))) {
    const int card = static_cast<unsigned char>(byte) - format.base;
    if (card < 0 || card >= format.deck_size || !seen.insert(card).second) return false;
  }
  return seen.size() >= fewest;
}

std::size_t bytes_of_row(const RowFormat& format) {
  return static_cast<std::size_t>(format.deck_size) * (format.kind == RowFormat::Kind::u16 ? 2 : 1);
}

// Of a deck of any size two rows at least, where there are so many.
std::span<const WideCard> first_cards(const RowBuffer& rows) {
  constexpr std::size_t most = 2 * largest_deck_size;
  return rows.decks().first(std::min(rows.decks().size(), most));
}

// As they were written.
std::string first_raw_bytes(const RowFormat& format, const RowBuffer& rows) {
  std::string bytes;
  for (const WideCard card : first_cards(rows)) {
    const int number = card + format.base;
    bytes.push_back(static_cast<char>(number & 255));
    if (format.kind == RowFormat::Kind::u16) bytes.push_back(static_cast<char>(number >> 8 & 255));
  }
  return bytes;
}

// Whether all of the first rows that these bytes may be, at most two, are orders, to this raw format.
bool begins_with_decks(const RowFormat& format, std::string_view bytes) {
  RowBuffer rows(format.deck_size);
  make_row_reader(format)->take(bytes, 2, rows);
  const std::span<const WideCard> decks = rows.decks();
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (!is_order(decks.subspan(row * rows.deck_size(), rows.deck_size()))) return false;
  }
  return rows.rows() > 0;
}

// The size of the deck whose orders these cards are, one behind the other; 0 where there is none, or where
// not two of them are whole.
std::size_t deck_size_of(std::span<const WideCard> cards) {
  const auto are_orders = [cards](std::size_t size) {
    for (std::size_t begin = 0; begin + size <= cards.size(); begin += size) {
      if (!is_order(cards.subspan(begin, size))) return false;
    }
    return true;
  };
  std::size_t least_size = 0;
  for (std::size_t size = 1; 2 * size <= cards.size() && least_size <= largest_deck_size; ++size) {
    least_size = std::max<std::size_t>(least_size, cards[size - 1] + 1U);
    if (least_size < size) return 0;  // a card came twice
    if (least_size == size && size > 1 && are_orders(size)) return size;
  }
  return 0;
}

}  // namespace

std::string why_no_rows(const RowFormat& format, std::string_view first_bytes) {
  // Of a card of two bytes the upper one is 0, as of a letter in UTF-16.
  const bool is_of_pairs = format.kind == RowFormat::Kind::u16;
  const std::optional<ForeignBytes> foreign =
      is_of_pairs ? marked_bytes(first_bytes) : foreign_bytes(first_bytes);
  // Of a deck of 140 cards one in 20,000 begins as gzip's files do; of two bytes a card none does.
  if (!foreign || (format.kind == RowFormat::Kind::u8 && begin_a_deck(format, first_bytes))) return "";
  return fmt::format("{}: {} FILE | {}", foreign->sentence, foreign->command, read_from_a_pipe);
}

void check_first_bytes(const RowFormat& format, std::string_view first_bytes) {
  const std::string reason = why_no_rows(format, first_bytes);
  if (!reason.empty()) throw TargetError(reason);
  // Of decks of up to eight cards raw bytes never come to the end of a line.
  const bool is_raw = !first_bytes.empty() && static_cast<unsigned char>(first_bytes.front()) < '\t';
  if (is_raw && format.kind == RowFormat::Kind::text) {
    throw TargetError("rows are raw bytes, and format=text says lines of numbers; give --format u8, or u16");
  }
}

void check_raw_bytes(const RowFormat& format, const RowBuffer& rows) {
  if (!format.is_raw() || !format.makeup.is_plain() || rows.added() != rows.rows() || rows.rows() == 0)
    return;
  if (is_order(rows.decks().first(rows.deck_size()))) return;
  const std::string bytes = first_raw_bytes(format, rows), one_row = bytes.substr(0, bytes_of_row(format));
  check_no_lines(format, one_row, bytes);
  if (begins_with_decks(of_other_width(format), bytes)) fail_other_width(format);
  if (const std::size_t size = deck_size_of(first_cards(rows)); size != 0) {
    throw TargetError(
        fmt::format("rows hold {0} cards, and are read as {1} each; give --n {0}", size, format.deck_size));
  }
}

// Cards are lost now and then, or others each time; a deck of another size than was said is the same in each
// row.
void check_deck_size(const RowFormat& format, const RowBuffer& rows) {
  constexpr std::uint64_t first_rows = 3;
  const WrongRow* first = rows.wrong(1);
  const auto deck_size = static_cast<std::uint64_t>(format.row_size());
  if (first == nullptr || first->words == 0 || first->words == deck_size) return;
  const bool is_single = first->words == 1;
  for (std::uint64_t row = 1; row <= std::min(rows.added(), first_rows); ++row) {
    const WrongRow* other = rows.wrong(row);
    if (other == nullptr || other->words != first->words) return;
    if (!is_single && !is_deck_of_its_own(*other, *first, format.deck_size)) return;
  }
  const std::string cards = is_single ? "1 card" : fmt::format("{} cards", first->words);
  if (format.makeup.is_deal()) {
    throw TargetError(
        fmt::format("rows hold {}, --deal says {}; give the number of cards in a row", cards, deck_size));
  }
  if (is_single) {
    throw TargetError(
        fmt::format("rows hold 1 card, and a deck has {}; a card a line is for --one-a-line", deck_size));
  }
  throw TargetError(fmt::format(
      "rows hold {}, --n says {}; give the number of cards in a row, or leave it out", cards, deck_size));
}

}  // namespace fairshuffle
