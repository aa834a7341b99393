#include "harness/cli/terminal_style.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "harness/cli/terminal.hpp"
#include "harness/input_error.hpp"

namespace fairshuffle {

TerminalStyle terminal_style(const std::optional<std::string>& color, bool verbose) {
  TerminalStyle style{.columns = static_cast<std::size_t>(terminal_width(stdout)), .everything = verbose};
  const std::string word = color.value_or("auto");
  if (word == "never") return style;
  if (word != "always" && word != "auto") {
    throw InputError(fmt::format("--color: expected auto, always or never, found '{}'", word));
  }
  style.pictures = word == "always" || is_terminal(stdout);
  style.colored = word == "always" || wants_color(stdout);
  return style;
}

}  // namespace fairshuffle
