#include "harness/machine.hpp"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/permutation/vector_targets.hpp"

namespace fairshuffle {

Environment environment_now() {
  Environment environment;
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char started[] = "2000-01-01T00:00:00Z";
  if (std::strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0) environment.started = started;
  utsname names{};
  if (uname(&names) == 0) {
    environment.host = names.nodename;
    environment.system = fmt::format("{} {} {}", names.sysname, names.release, names.machine);
  }
#if defined(__clang__)
  environment.compiler = "clang " __clang_version__;
#else
  environment.compiler = "g++ " __VERSION__;
#endif
  environment.vectors = vector_targets().front();
  return environment;
}

std::uint64_t available_memory() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/meminfo", "re"), &std::fclose);
  char line[200];
  while (file != nullptr && std::fgets(line, sizeof line, file.get()) != nullptr) {
    // "MemAvailable:   24141356 kB", where a kB is 1024 bytes.
    unsigned long long kilobytes = 0;
    if (std::sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1) return kilobytes * 1024;
  }
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace fairshuffle
