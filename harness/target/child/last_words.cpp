#include "harness/target/child/last_words.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/target/rows/row_text.hpp"

namespace fairshuffle {

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
    if (!line.empty()) lines.push_back(row_text(line, SIZE_MAX));
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  if (lines.size() > most_lines) {
    lines.erase(lines.begin(), lines.end() - most_lines);
    cut = true;
  }
  return fmt::format("{}{}", cut && !lines.empty() ? "... " : "", fmt::join(lines, " | "));
}

std::string last_words_sentence(std::string_view told) {
  return told.empty() ? "" : fmt::format(" Its last words on standard error: {}", told);
}

}  // namespace fairshuffle
