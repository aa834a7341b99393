// What a test sees of the processes around it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace fairshuffle {

inline std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  // A process may end while it is read; its file then ends, too, rather than the test.
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// One state letter for each process that runs with this setting in its environment, whatever group it is
/// in, and a Z for each dead child of ours that no one has waited for.
inline std::string processes_left(const std::string& setting) {
  std::string states;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    // The name in parentheses may hold anything; the state and the parent come after it.
    const std::string stat = text_of_file(entry.path() / "stat");
    std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
    std::string state;
    long parent = 0;
    fields >> state >> parent;
    if (state == "Z" && parent == ::getpid()) states += state;
    const std::string environment = '\0' + text_of_file(entry.path() / "environ");
    if (environment.find('\0' + setting + '\0') != std::string::npos) states += state;
  }
  return states;
}

/// The largest memory this process has ever had, in bytes.
inline std::int64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace fairshuffle
