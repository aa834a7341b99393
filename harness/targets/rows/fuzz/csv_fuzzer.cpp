// Any bytes as a CSV with a column 'deck' of three numbers.
#include "harness/targets/rows/fuzz/fuzz_rows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace fairshuffle;
  static const RowFormat format{.kind = RowFormat::Kind::text, .deck_size = 3, .base = 0, .deck = {}};
  fuzz_rows(format, {reinterpret_cast<const char*>(bytes), size}, "deck");
  return 0;
}
