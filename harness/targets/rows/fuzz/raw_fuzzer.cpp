// Any bytes as rows of raw bytes. The first two tell the deck size, the base and how many bytes a card has.
#include "harness/targets/rows/fuzz/fuzz_rows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace fairshuffle;
  if (size < 2) return 0;
  const int base = bytes[1] % 2;
  const RowFormat format{.kind = bytes[1] & 2 ? RowFormat::Kind::u16 : RowFormat::Kind::u8,
                         .deck_size = 1 + bytes[0] - (bytes[0] == 255 ? base : 0),
                         .base = base,
                         .deck = {}};
  fuzz_rows(format, {reinterpret_cast<const char*>(bytes) + 2, size - 2});
  return 0;
}
