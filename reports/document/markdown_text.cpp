#include "reports/document/markdown_text.hpp"

#include <algorithm>
#include <cstddef>

namespace fairshuffle {

std::string markdown_text(std::string_view text) {
  constexpr std::string_view special = "\\`*_[]<>&|#~";
  std::string out;
  for (const char character : text) {
    if (special.find(character) != std::string_view::npos) out += '\\';
    out += character;
  }
  // A dash or a number with a point at the start of a line would begin a list.
  if (!out.empty() && (out.front() == '-' || out.front() == '+' || out.front() == '='))
    out.insert(out.begin(), '\\');
  const std::size_t digits = out.find_first_not_of("0123456789");
  const bool numbered =
      digits != std::string::npos && digits > 0 && (out[digits] == '.' || out[digits] == ')');
  if (numbered && (digits + 1 == out.size() || out[digits + 1] == ' ')) {
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(digits), '\\');
  }
  return out;
}

std::string markdown_code(std::string_view lines) {
  // A fence ends at as many backticks as it began with, so it gets one more than any run of them inside.
  std::size_t run = 0, longest_run = 2;
  for (const char character : lines) {
    run = character == '`' ? run + 1 : 0;
    longest_run = std::max(longest_run, run);
  }
  const std::string fence(longest_run + 1, '`');
  std::string out = fence;
  out.append("\n").append(lines).append("\n").append(fence).append("\n");
  return out;
}

}  // namespace fairshuffle
