#include "harness/cli/standard_streams.hpp"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "reports/visible_text.hpp"

namespace fairshuffle {

void fill_closed_standard_streams() {
  // In this order each is opened in the lowest place that is free, which is its own.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // What is open for the other direction only refuses with the same error as what is closed.
    open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void tell(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void tell_sentence(std::string_view sentence) {
  tell(fmt::format("fairshuffle: {}\n", one_visible_line(sentence)));
}

}  // namespace fairshuffle
