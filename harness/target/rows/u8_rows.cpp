#include "harness/target/rows/u8_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

class U8Rows final : public RowReader {
 public:
  explicit U8Rows(const RowFormat& format) : base_(static_cast<unsigned>(format.base)) {}

  std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) override {
    const std::uint64_t whole = std::min<std::uint64_t>(most, bytes.size() / rows.deck_size());
    const std::span<Card> room = rows.room(whole);
    // Below the base it goes round to 255, which is no card of any deck.
    std::ranges::transform(bytes.substr(0, room.size()), room.begin(), [base = base_](char byte) {
      return static_cast<Card>(static_cast<unsigned char>(byte) - base);
    });
    rows.commit(whole);
    return room.size();
  }

  std::string take_rest(std::string_view rest, RowBuffer& rows) override {
    if (rest.empty()) return "";
    return fmt::format("row {} is cut off after {} of its {} bytes", rows.added() + 1, rest.size(),
                       rows.deck_size());
  }

 private:
  unsigned base_;
};

}  // namespace

std::unique_ptr<RowReader> make_u8_rows(const RowFormat& format) {
  return std::make_unique<U8Rows>(format);
}

}  // namespace fairshuffle
