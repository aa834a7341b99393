#include "harness/target/rows/row_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

constexpr std::string_view cut = "...";

unsigned byte_at(std::string_view bytes, std::size_t index) {
  return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0;
}

// The bytes of the character at the front, at least 1; 0 when it is none that may be shown. By table 3-7 of
// the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
std::size_t shown_character(std::string_view bytes) {
  const unsigned first = byte_at(bytes, 0), second = byte_at(bytes, 1);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const auto continues = [&](std::size_t index) { return (byte_at(bytes, index) & 0xc0) == 0x80; };
  // U+0080 to U+009F are control characters too.
  if (first == 0xc2) return second >= 0xa0 && second <= 0xbf ? 2 : 0;
  if (first >= 0xc3 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool fits = first == 0xe0   ? second >= 0xa0 && second <= 0xbf
                      : first == 0xed ? second >= 0x80 && second <= 0x9f
                                      : continues(1);
    return fits && continues(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool fits = first == 0xf0   ? second >= 0x90 && second <= 0xbf
                      : first == 0xf4 ? second >= 0x80 && second <= 0x8f
                                      : continues(1);
    return fits && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
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

}  // namespace fairshuffle
