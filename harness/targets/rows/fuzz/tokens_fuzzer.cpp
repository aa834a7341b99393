// Any bytes as rows of words.
#include "harness/targets/rows/fuzz/fuzz_rows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace fairshuffle;
  static const RowFormat format{
      .kind = RowFormat::Kind::tokens, .deck_size = 4, .base = 0, .deck = {"A", "AA", "10", "Q♠"}};
  fuzz_rows(format, {reinterpret_cast<const char*>(bytes), size});
  return 0;
}
