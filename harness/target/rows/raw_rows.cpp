#include "harness/target/rows/raw_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/target/rows/made_up_row.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

// Number: as the bytes of a card are read, the lowest first.
template <class Number>
Number number_at(const char* bytes) {
  unsigned number = 0;
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte) {
    number |= unsigned{static_cast<unsigned char>(bytes[byte])} << 8 * byte;
  }
  return static_cast<Number>(number);
}

template <class Number>
class RawRows : public RowReader {
 public:
  explicit RawRows(const RowFormat& format)
      : base_(static_cast<unsigned>(format.base)),
        bytes_of_row_(static_cast<std::size_t>(format.row_size()) * sizeof(Number)) {}

  std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) override {
    const std::uint64_t whole = std::min<std::uint64_t>(most, bytes.size() / bytes_of_row_);
    const char* next = bytes.data();
    for (WideCard& card : rows.room(whole)) {
      card = card_at(next);
      next += sizeof(Number);
    }
    rows.commit(whole);
    return whole * bytes_of_row_;
  }

  std::string take_rest(std::string_view rest, RowBuffer& rows) override {
    if (rest.empty()) return "";
    return fmt::format("row {} is cut off after {} of its {} bytes", rows.added() + 1, rest.size(),
                       bytes_of_row_);
  }

 protected:
  std::size_t bytes_of_row() const { return bytes_of_row_; }
  // Below the base it goes round to the highest number, which is no card of any deck.
  WideCard card_at(const char* bytes) const { return static_cast<Number>(number_at<Number>(bytes) - base_); }

 private:
  unsigned base_;
  std::size_t bytes_of_row_;
};

// Of decks with equal cards, of which a number is the kind, and of deals.
template <class Number>
class MadeUpRawRows final : public RawRows<Number> {
 public:
  explicit MadeUpRawRows(const RowFormat& format)
      : RawRows<Number>(format), format_(format), made_up_(format) {}

  std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) override {
    const std::size_t bytes_of_row = this->bytes_of_row();
    const std::uint64_t whole = std::min<std::uint64_t>(most, bytes.size() / bytes_of_row);
    for (std::uint64_t row = 0; row < whole; ++row) {
      const std::string_view written = bytes.substr(row * bytes_of_row, bytes_of_row);
      if (read(written)) {
        rows.add(cards_);
        continue;
      }
      if (rows.added() == 0) check_first_rows(written, bytes);
      rows.add_wrong(cards_, text_of(written));
    }
    return whole * bytes_of_row;
  }

 private:
  // Into cards_; none where one is not of the deck. False where they are no row of it.
  bool read(std::string_view written) {
    const auto kinds = made_up_.first_of_kind();
    cards_.clear();
    for (std::size_t byte = 0; byte < written.size(); byte += sizeof(Number)) {
      const WideCard kind = this->card_at(written.data() + byte);
      if (kind >= kinds.size()) {
        cards_.clear();
        return false;
      }
      cards_.push_back(kinds[kind]);
    }
    return made_up_.complete(cards_);
  }

  void check_first_rows(std::string_view row, std::string_view bytes) const {
    check_no_lines(format_, row, bytes.substr(0, 2 * row.size()));
    using Other = std::conditional_t<sizeof(Number) == 1, std::uint16_t, std::uint8_t>;
    if (MadeUpRawRows<Other>(of_other_width(format_)).begins_with_row(bytes)) fail_other_width(format_);
  }

  static std::string text_of(std::string_view written) {
    std::vector<Number> numbers;
    for (std::size_t byte = 0; byte < written.size(); byte += sizeof(Number)) {
      numbers.push_back(number_at<Number>(written.data() + byte));
    }
    return row_text(fmt::format("{}", fmt::join(numbers, " ")));
  }

  template <class>
  friend class MadeUpRawRows;
  bool begins_with_row(std::string_view bytes) {
    return bytes.size() >= this->bytes_of_row() && read(bytes.substr(0, this->bytes_of_row()));
  }

  RowFormat format_;
  MadeUpRow made_up_;
  std::vector<WideCard> cards_;  // of the row that is read
};

template <class Number>
std::unique_ptr<RowReader> rows_of(const RowFormat& format) {
  if (format.makeup.is_plain()) return std::make_unique<RawRows<Number>>(format);
  return std::make_unique<MadeUpRawRows<Number>>(format);
}

bool is_text(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return (value >= 0x20 && value != 0x7f) || byte == '\t' || byte == '\r' || byte == '\n';
  });
}

}  // namespace

void check_no_lines(const RowFormat& format, std::string_view first_row, std::string_view first_rows) {
  const std::string_view said = to_text(format.kind);
  if (first_row.find_first_not_of("0123456789 ,\t\r\n") == std::string_view::npos) {
    throw TargetError(
        fmt::format("rows are lines of numbers, and format={} says raw bytes; leave the format out", said));
  }
  if (is_text(first_rows) && first_rows.find('\n') != std::string_view::npos) {
    throw TargetError(fmt::format(
        "rows are lines of text, and format={} says raw bytes; leave the format out, and for words name the "
        "sorted deck with --deck",
        said));
  }
}

RowFormat of_other_width(RowFormat format) {
  format.kind = format.kind == RowFormat::Kind::u8 ? RowFormat::Kind::u16 : RowFormat::Kind::u8;
  return format;
}

void fail_other_width(const RowFormat& format) {
  const bool says_one = format.kind == RowFormat::Kind::u8;
  throw TargetError(fmt::format("a card is {}, and format={} says {}; give --format {}",
                                says_one ? "two bytes" : "one byte", to_text(format.kind),
                                says_one ? "one" : "two", to_text(of_other_width(format).kind)));
}

std::unique_ptr<RowReader> make_raw_rows(const RowFormat& format) {
  return format.kind == RowFormat::Kind::u16 ? rows_of<std::uint16_t>(format) : rows_of<std::uint8_t>(format);
}

}  // namespace fairshuffle
