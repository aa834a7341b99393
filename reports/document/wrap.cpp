#include "reports/document/wrap.hpp"

#include <algorithm>

#include "reports/document/width.hpp"

namespace fairshuffle {

namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// Whether a line may end behind the word's byte `at`: the parts of names and paths do so, those of a number
// don't.
bool may_break_behind(std::string_view word, std::size_t at) {
  if (word[at] != ',' && word[at] != '/' && word[at] != ':') return false;
  const bool in_number = at > 0 && at + 1 < word.size() && is_digit(word[at - 1]) && is_digit(word[at + 1]);
  return !in_number;
}

// How much of a word that is wider than a line stands on it: up to the last place that fits where it may be
// broken, or all that does.
std::size_t first_piece(std::string_view word, std::size_t width) {
  const std::size_t fitting = bytes_within(word, width);
  for (std::size_t end = fitting; end > 0; --end) {
    if (may_break_behind(word, end - 1)) return end;
  }
  return fitting;
}

}  // namespace

std::size_t widest_piece(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    for (std::size_t at = 0; at < word.size();) {
      if (!may_break_behind(word, at++)) continue;
      widest = std::max(widest, width_of(word.substr(0, at)));
      word.remove_prefix(at);
      at = 0;
    }
    widest = std::max(widest, width_of(word));
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
