#include "reports/document/wrap.hpp"

#include <algorithm>

namespace fairshuffle {

namespace {

bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

// The bytes of the first `width` characters.
std::size_t bytes_of(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  for (; end < text.size() && width > 0; --width) {
    ++end;
    while (end < text.size() && continues_character(text[end])) ++end;
  }
  return end;
}

// How much of a word that is wider than a line stands on it: up to its last comma that fits, or all that
// does.
std::size_t first_piece(std::string_view word, std::size_t width) {
  const std::size_t fitting = bytes_of(word, width);
  const std::size_t comma = word.rfind(',', fitting - 1);
  return comma == std::string_view::npos ? fitting : comma + 1;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return !continues_character(byte); }));
}

std::size_t widest_piece(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" ,"), text.size());
    const bool keeps_comma = end < text.size() && text[end] == ',';
    widest = std::max(widest, width_of(text.substr(0, end)) + (keeps_comma ? 1 : 0));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return widest;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 1);
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    if (width_of(word) > width) {
      word = word.substr(0, first_piece(word, width));
      text.remove_prefix(word.size());
    } else {
      text.remove_prefix(std::min(word.size() + 1, text.size()));
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
