#include "harness/target/rows/raw_rows.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

// Number: as the bytes of a card are read, the lowest first.
template <class Number>
class RawRows final : public RowReader {
 public:
  explicit RawRows(const RowFormat& format) : base_(static_cast<unsigned>(format.base)) {}

  std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) override {
    const std::uint64_t whole = std::min<std::uint64_t>(most, bytes.size() / bytes_of_row(rows));
    const std::span<WideCard> room = rows.room(whole);
    const auto* next = reinterpret_cast<const unsigned char*>(bytes.data());
    for (WideCard& card : room) {
      unsigned number = 0;
      for (std::size_t byte = 0; byte < sizeof(Number); ++byte) number |= unsigned{*next++} << 8 * byte;
      // Below the base it goes round to the highest number, which is no card of any deck.
      card = static_cast<Number>(number - base_);
    }
    rows.commit(whole);
    return whole * bytes_of_row(rows);
  }

  std::string take_rest(std::string_view rest, RowBuffer& rows) override {
    if (rest.empty()) return "";
    return fmt::format("row {} is cut off after {} of its {} bytes", rows.added() + 1, rest.size(),
                       bytes_of_row(rows));
  }

 private:
  static std::size_t bytes_of_row(const RowBuffer& rows) { return rows.deck_size() * sizeof(Number); }

  unsigned base_;
};

}  // namespace

std::unique_ptr<RowReader> make_raw_rows(const RowFormat& format) {
  if (format.kind == RowFormat::Kind::u16) return std::make_unique<RawRows<std::uint16_t>>(format);
  return std::make_unique<RawRows<std::uint8_t>>(format);
}

}  // namespace fairshuffle
