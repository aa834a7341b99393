#include "harness/cli/environment.hpp"

#include <cstdlib>
#include <fstream>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

namespace fairshuffle {

std::uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    // "MemAvailable:   24141356 kB", where a kB is 1024 bytes.
    unsigned long long kilobytes = 0;
    if (std::sscanf(line.c_str(), "MemAvailable: %llu kB", &kilobytes) == 1) return kilobytes * 1024;
  }
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

bool is_terminal(std::FILE* stream) {
  return isatty(fileno(stream)) == 1;
}

int terminal_width(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool wants_color(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  return is_terminal(stream) && (no_color == nullptr || *no_color == '\0');
}

std::optional<std::string> github_summary_file() {
  const char* file = std::getenv("GITHUB_STEP_SUMMARY");
  return file == nullptr || *file == '\0' ? std::nullopt : std::optional<std::string>(file);
}

}  // namespace fairshuffle
