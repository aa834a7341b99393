#include "harness/cli/terminal.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include <sys/ioctl.h>
#include <unistd.h>

namespace fairshuffle {

bool is_terminal(std::FILE* stream) {
  // mpirun gives its ranks one to write to, and may put what they write there into a file.
  if (stream == stdout && std::getenv("OMPI_COMM_WORLD_RANK") != nullptr) return false;
  return isatty(fileno(stream)) == 1;
}

bool is_able_terminal(std::FILE* stream) {
  const char* kind = std::getenv("TERM");
  return is_terminal(stream) && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

int terminal_width(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  constexpr int standard = 80;
  const char* columns = std::getenv("COLUMNS");
  if (columns == nullptr) return standard;
  const std::string_view text = columns;
  int width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  return error == std::errc{} && end == text.data() + text.size() && width > 0 ? width : standard;
}

bool wants_color(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  return is_able_terminal(stream) && (no_color == nullptr || *no_color == '\0');
}

}  // namespace fairshuffle
