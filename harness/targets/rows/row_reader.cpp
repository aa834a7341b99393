#include "harness/targets/rows/row_reader.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "harness/targets/rows/lines.hpp"
#include "harness/targets/target.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {
constexpr WideCard no_card = std::numeric_limits<WideCard>::max();
}

std::span<const WideCard> RowBuffer::decks() const {
  return std::span(cards_).subspan((removed_ + 1 - first_) * deck_size_, rows() * deck_size_);
}

const WrongRow* RowBuffer::wrong(std::uint64_t number) const {
  const auto found = std::ranges::lower_bound(wrong_, number, {}, &WrongRow::number);
  return found != wrong_.end() && found->number == number ? &*found : nullptr;
}

void RowBuffer::remove(std::uint64_t rows) {
  removed_ += rows;
  while (!wrong_.empty() && wrong_.front().number <= removed_) wrong_.pop_front();
}

std::span<WideCard> RowBuffer::room(std::uint64_t rows) {
  // Rows that are gone make room only here, so that a queue that is emptied row by row moves its cards once.
  if (removed_ + 1 > first_) {
    const auto gone = static_cast<std::ptrdiff_t>((removed_ + 1 - first_) * deck_size_);
    cards_.erase(cards_.begin(), cards_.begin() + gone);
    first_ = removed_ + 1;
  }
  const std::size_t end = (added_ + 1 - first_) * deck_size_;
  const std::size_t needed = end + rows * deck_size_;
  if (cards_.size() < needed) cards_.resize(needed);
  return std::span(cards_).subspan(end, rows * deck_size_);
}

void RowBuffer::add(std::span<const WideCard> cards) {
  std::ranges::copy(cards, room(1).begin());
  commit(1);
}

void RowBuffer::add_wrong(std::vector<WideCard> cards, std::string text, std::uint64_t words) {
  std::ranges::fill(room(1), no_card);
  commit(1);
  wrong_.push_back({added_, std::move(cards), std::move(text), words});
}

void RowBuffer::remove_last(std::uint64_t rows) {
  added_ -= rows;
  while (!wrong_.empty() && wrong_.back().number > added_) wrong_.pop_back();
}

namespace {

constexpr std::string_view blanks = " \t";

std::string_view without_leading_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

}  // namespace

bool RowWords::next(std::string_view& word) {
  rest_ = without_leading_blanks(rest_);
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find_first_of(separators), rest_.size());
  word = rest_.substr(0, end);
  rest_ = without_leading_blanks(rest_.substr(end));
  if (rest_.starts_with(',')) rest_.remove_prefix(1);
  return true;
}

std::vector<std::string_view> words_in(std::string_view line) {
  std::vector<std::string_view> all;
  std::string_view word;
  for (RowWords words(line); words.next(word);) all.push_back(word);
  return all;
}

bool all_digits(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char byte) { return byte >= '0' && byte <= '9'; });
}

bool may_be_of_a_table(std::string_view line) {
  return line.find_first_of(",;\t") != std::string_view::npos;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(blanks) == std::string_view::npos;
}

void fail_empty_row(std::uint64_t row) {
  throw TargetError("row {} is empty; every row is to hold one permutation", row);
}

namespace {

constexpr std::string_view cut = "...";

// The bytes of the character at the front, at least 1; 0 when it is none that may be shown.
std::size_t shown_character(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes.front());
  const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const std::u32string read = characters_of(bytes.substr(0, length));
  const bool is_one = bytes.size() >= length && read.size() == 1;
  // U+0080 to U+009F are control characters too.
  return is_one && read[0] >= 0x20 && (read[0] < 0x7f || read[0] >= 0xa0) ? length : 0;
}

std::string escaped(char byte) {
  if (byte == '\n') return "\\n";
  if (byte == '\r') return "\\r";
  if (byte == '\t') return "\\t";
  return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

}  // namespace

std::string row_text(std::string_view bytes, std::size_t most) {
  std::string text;
  std::size_t fits_with_cut = 0;  // so much of the text leaves room for the mark of a cut
  while (!bytes.empty()) {
    const std::size_t shown = shown_character(bytes);
    const std::string next = shown > 0 ? std::string(bytes.substr(0, shown)) : escaped(bytes.front());
    if (text.size() + next.size() > most) {
      text.resize(fits_with_cut);
      return text.append(cut);
    }
    text += next;
    if (text.size() + cut.size() <= most) fits_with_cut = text.size();
    bytes.remove_prefix(std::max<std::size_t>(shown, 1));
  }
  return text;
}

MultisetRow::MultisetRow(const RowFormat& format)
    : deck_size_(static_cast<std::size_t>(format.deck_size)),
      multiset_(format.multiset),
      next_(deck_size_),
      last_(deck_size_) {
  WideCard card = 0;
  const auto add = [&](int cards) {
    first_.push_back(card);
    last_[card] = static_cast<WideCard>(card + cards - 1);
    card = static_cast<WideCard>(card + cards);
  };
  if (multiset_.has_equal_cards()) {
    std::ranges::for_each(multiset_.kinds, add);
  } else {
    for (std::size_t each = 0; each < deck_size_; ++each) add(1);
  }
}

bool MultisetRow::complete(std::vector<WideCard>& cards) {
  if (multiset_.has_equal_cards()) {
    for (const WideCard first : first_) next_[first] = first;
    // One too many is the last of its kind once more.
    for (WideCard& card : cards) {
      WideCard& next = next_[card];
      const WideCard last = last_[card];
      card = next;
      if (next < last) ++next;
    }
  }
  if (!multiset_.is_deal()) return is_permutation(cards);
  std::vector<bool> dealt(deck_size_);
  for (const WideCard card : cards) {
    if (card >= deck_size_ || dealt[card]) return false;
    dealt[card] = true;
  }
  if (multiset_.unordered) std::ranges::sort(cards);
  for (std::size_t card = 0; card < deck_size_; ++card) {
    if (!dealt[card]) cards.push_back(static_cast<WideCard>(card));
  }
  return true;
}

namespace {

bool is_text(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return (value >= 0x20 && value != 0x7f) || byte == '\t' || byte == '\r' || byte == '\n';
  });
}

// Throws TargetError where rows that were to be raw bytes are lines. Precondition: the first is no
// permutation.
void check_no_lines(const RowFormat& format, std::string_view first_row, std::string_view first_rows) {
  const std::string_view said = to_text(format.kind);
  if (first_row.find_first_not_of("0123456789 ,\t\r\n") == std::string_view::npos) {
    throw TargetError("rows are lines of numbers, and format={} says raw bytes; leave the format out", said);
  }
  if (is_text(first_rows) && first_rows.find('\n') != std::string_view::npos) {
    throw TargetError(
        "rows are lines of text, and format={} says raw bytes; leave the format out, and for words name the "
        "sorted deck with --deck",
        said);
  }
}

// The same rows with two bytes a card instead of one, or the other way about.
RowFormat of_other_width(RowFormat format) {
  format.kind = format.kind == RowFormat::Kind::u8 ? RowFormat::Kind::u16 : RowFormat::Kind::u8;
  return format;
}

// A card has as many bytes as the other raw format says.
[[noreturn]] void fail_other_width(const RowFormat& format) {
  const bool says_one = format.kind == RowFormat::Kind::u8;
  throw TargetError("a card is {}, and format={} says {}; give --format {}",
                    says_one ? "two bytes" : "one byte", to_text(format.kind), says_one ? "one" : "two",
                    to_text(of_other_width(format).kind));
}

/// Of a plain deck it leaves it to the one who counts to tell which rows are no permutations. Of equal cards
/// a number is that of the kind, as the deck names them.
class RawRows final : public RowReader {
 public:
  explicit RawRows(const RowFormat& format)
      : format_(format),
        bytes_of_card_(format.kind == RowFormat::Kind::u16 ? 2 : 1),
        bytes_of_row_(static_cast<std::size_t>(format.row_size()) * bytes_of_card_),
        multiset_(format) {}

  std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) override {
    const std::uint64_t whole = std::min<std::uint64_t>(most, bytes.size() / bytes_of_row_);
    if (!format_.multiset.is_plain()) {
      for (std::uint64_t row = 0; row < whole; ++row) {
        take_multiset(bytes.substr(row * bytes_of_row_, bytes_of_row_), bytes, rows);
      }
      return whole * bytes_of_row_;
    }
    const std::span<WideCard> cards = rows.room(whole);
    const auto base = static_cast<unsigned>(format_.base);
    if (bytes_of_card_ == 1) {
      std::ranges::transform(bytes.substr(0, cards.size()), cards.begin(), [base](char byte) {
        return static_cast<std::uint8_t>(static_cast<unsigned char>(byte) - base);
      });
    } else {
      for (std::size_t card = 0; card < cards.size(); ++card) cards[card] = card_at(bytes, card);
    }
    rows.commit(whole);
    return whole * bytes_of_row_;
  }

  std::string take_rest(std::string_view rest, RowBuffer& rows) override {
    if (rest.empty()) return "";
    return fmt::format("row {} is cut off after {} of its {} bytes", rows.added() + 1, rest.size(),
                       bytes_of_row_);
  }

 private:
  // The lowest byte is the first.
  unsigned number_at(std::string_view bytes, std::size_t card) const {
    unsigned number = 0;
    for (std::size_t byte = bytes_of_card_; byte-- > 0;) {
      number = number << 8 | static_cast<unsigned char>(bytes[card * bytes_of_card_ + byte]);
    }
    return number;
  }
  // Below the base it goes round to the highest number, which is no card of any deck.
  WideCard card_at(std::string_view bytes, std::size_t card) const {
    const unsigned number = number_at(bytes, card) - static_cast<unsigned>(format_.base);
    return static_cast<WideCard>(number & (bytes_of_card_ == 1 ? 0xffU : 0xffffU));
  }

  void take_multiset(std::string_view written, std::string_view bytes, RowBuffer& rows) {
    if (read_multiset(written)) return rows.add(cards_);
    if (rows.added() == 0) {
      check_no_lines(format_, written, bytes.substr(0, 2 * written.size()));
      RawRows other(of_other_width(format_));
      if (bytes.size() >= other.bytes_of_row_ && other.read_multiset(bytes.substr(0, other.bytes_of_row_))) {
        fail_other_width(format_);
      }
    }
    std::vector<unsigned> numbers;
    for (std::size_t card = 0; card * bytes_of_card_ < written.size(); ++card) {
      numbers.push_back(number_at(written, card));
    }
    rows.add_wrong(cards_, row_text(fmt::format("{}", fmt::join(numbers, " "))));
  }

  // Into cards_; none where one is not of the deck. False where they are no row of it.
  bool read_multiset(std::string_view written) {
    const auto kinds = multiset_.first_of_kind();
    cards_.clear();
    for (std::size_t card = 0; card * bytes_of_card_ < written.size(); ++card) {
      const WideCard kind = card_at(written, card);
      if (kind >= kinds.size()) {
        cards_.clear();
        return false;
      }
      cards_.push_back(kinds[kind]);
    }
    return multiset_.complete(cards_);
  }

  RowFormat format_;
  std::size_t bytes_of_card_, bytes_of_row_;
  MultisetRow multiset_;
  std::vector<WideCard> cards_;  // of the row that is read
};

}  // namespace

std::unique_ptr<RowReader> make_row_reader(const RowFormat& format, const std::vector<std::string>& columns) {
  if (format.is_raw()) {
    if (!columns.empty()) throw std::invalid_argument("make_row_reader: raw bytes have no columns");
    return std::make_unique<RawRows>(format);
  }
  LineShape shape{.format = format, .columns = columns};
  if (format.one_a_line) {
    shape.row = LineShape::Row::card_a_line;
  } else if (columns.size() <= 1) {
    shape.row = LineShape::Row::printed;
  }
  return make_line_rows(make_card_words(format), std::move(shape));
}

namespace {

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

// Whether all of the first rows that these bytes may be, at most two, are permutations, to this raw format.
bool begins_with_decks(const RowFormat& format, std::string_view bytes) {
  RowBuffer rows(format.deck_size);
  make_row_reader(format)->take(bytes, 2, rows);
  const std::span<const WideCard> decks = rows.decks();
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (!is_permutation(decks.subspan(row * rows.deck_size(), rows.deck_size()))) return false;
  }
  return rows.rows() > 0;
}

// The size of the deck whose permutations these cards are, one behind the other; 0 where there is none, or
// where not two of them are whole.
std::size_t deck_size_of(std::span<const WideCard> cards) {
  const auto are_permutations = [cards](std::size_t size) {
    for (std::size_t begin = 0; begin + size <= cards.size(); begin += size) {
      if (!is_permutation(cards.subspan(begin, size))) return false;
    }
    return true;
  };
  std::size_t least_size = 0;
  for (std::size_t size = 1; 2 * size <= cards.size() && least_size <= largest_deck_size; ++size) {
    least_size = std::max<std::size_t>(least_size, cards[size - 1] + 1U);
    if (least_size < size) return 0;  // a card came twice
    if (least_size == size && size > 1 && are_permutations(size)) return size;
  }
  return 0;
}

}  // namespace

void check_raw_bytes(const RowFormat& format, const RowBuffer& rows) {
  if (!format.is_raw() || !format.multiset.is_plain() || rows.added() != rows.rows() || rows.rows() == 0)
    return;
  if (is_permutation(rows.decks().first(rows.deck_size()))) return;
  const std::string bytes = first_raw_bytes(format, rows);
  const std::size_t bytes_of_card = bytes.size() / first_cards(rows).size();
  check_no_lines(format, std::string_view(bytes).substr(0, rows.deck_size() * bytes_of_card), bytes);
  if (begins_with_decks(of_other_width(format), bytes)) fail_other_width(format);
  if (const std::size_t size = deck_size_of(first_cards(rows)); size != 0) {
    throw TargetError("rows hold {0} cards, and are read as {1} each; give --n {0}", size, format.deck_size);
  }
}

}  // namespace fairshuffle
