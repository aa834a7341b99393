#include "harness/cli/entry_lines.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "harness/cli/terminal.hpp"
#include "reports/document/width.hpp"
#include "reports/document/wrap.hpp"

namespace fairshuffle {

std::string entry_lines(std::string_view before, std::string_view text, std::size_t columns) {
  if (columns == 0) return fmt::format("{}{}\n", before, text);
  constexpr std::size_t own_depth = 6;
  std::size_t depth = width_of(before);
  std::string lines, start(before);
  if (2 * depth > columns && depth > own_depth) {
    start.erase(start.find_last_not_of(' ') + 1);
    if (!start.empty()) lines = start + "\n";
    depth = own_depth;
    start.assign(depth, ' ');
  }
  for (const std::string& line : wrapped(text, columns > depth ? columns - depth : 1)) {
    lines += start + line + "\n";
    start.assign(depth, ' ');
  }
  return lines;
}

std::size_t columns_to_fill() {
  return is_terminal(stdout) ? static_cast<std::size_t>(terminal_width(stdout)) : 0;
}

}  // namespace fairshuffle
