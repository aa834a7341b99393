#include "reports/document/wrap.hpp"

#include <algorithm>

namespace fairshuffle {

// Characters, not bytes: those that continue a UTF-8 sequence are 10xxxxxx.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    if (const std::size_t comma = word.rfind(',', width - 1);
        word.size() > width && comma != std::string_view::npos) {
      word = word.substr(0, comma + 1);
      text.remove_prefix(comma + 1);
    } else {
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (width_of(line) + 1 + width_of(word) <= width) {
      line += ' ';
      line += word;
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

}  // namespace fairshuffle
