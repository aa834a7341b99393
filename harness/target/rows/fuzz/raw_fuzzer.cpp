// Any bytes as rows of raw bytes. The first two tell the deck size and the base.
#include "harness/target/rows/fuzz/fuzz_rows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace fairshuffle;
  if (size < 2) return 0;
  const RowFormat format{
      .kind = RowFormat::Kind::u8, .deck_size = 1 + bytes[0] % 128, .base = bytes[1] % 2, .deck = {}};
  fuzz_rows(format, {reinterpret_cast<const char*>(bytes) + 2, size - 2});
  return 0;
}
