#include "harness/target/child/last_words.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fairshuffle {

namespace {

bool follows(char character) {
  return (static_cast<unsigned char>(character) & 0xc0U) == 0x80;
}

// The bytes of the character that the text begins with; 0 where it begins with none that may be shown.
// Table 3-7 of the Unicode standard: overlong forms, surrogates and what lies above 10FFFF are no characters.
std::size_t character_size(std::string_view text) {
  const auto byte = [text](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0;
  const std::size_t size = byte(0) < 0xc2   ? 0
                           : byte(0) < 0xe0 ? 2
                           : byte(0) < 0xf0 ? 3
                           : byte(0) < 0xf5 ? 4
                                            : 0;
  if (size == 0 || text.size() < size) return 0;
  if (!std::ranges::all_of(text.substr(1, size - 1), follows)) return 0;
  // C2 80 to C2 9F are control characters too.
  if (byte(0) == 0xc2 && byte(1) < 0xa0) return 0;
  if (byte(0) == 0xe0 && byte(1) < 0xa0) return 0;
  if (byte(0) == 0xed && byte(1) >= 0xa0) return 0;
  if (byte(0) == 0xf0 && byte(1) < 0x90) return 0;
  if (byte(0) == 0xf4 && byte(1) >= 0x90) return 0;
  return size;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size > 0) {
      shown += text.substr(0, size);
    } else if (text.front() == '\t') {
      shown += ' ';
    } else {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return shown;
}

void LastWords::hear(std::string_view bytes) {
  if (bytes.size() > most_bytes) {
    end_.clear();
    bytes = bytes.substr(bytes.size() - most_bytes);
    cut_ = true;
  }
  end_ += bytes;
  if (end_.size() <= 2 * most_bytes) return;
  end_.erase(0, end_.size() - most_bytes);
  cut_ = true;
}

std::string LastWords::told() const {
  std::string_view rest = end_;
  bool cut = cut_;
  if (rest.size() > most_bytes) {
    rest = rest.substr(rest.size() - most_bytes);
    cut = true;
  }
  std::vector<std::string> lines;
  while (!rest.empty()) {
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, length);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (!line.empty()) lines.push_back(printable(line));
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  if (lines.size() > most_lines) {
    lines.erase(lines.begin(), lines.end() - most_lines);
    cut = true;
  }
  return fmt::format("{}{}", cut && !lines.empty() ? "... " : "", fmt::join(lines, " | "));
}

}  // namespace fairshuffle
