#include "harness/machine.hpp"

#include <chrono>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include "core/interpret/lanes/kernel.hpp"

namespace fairshuffle {

Environment environment_now() {
  Environment environment;
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  environment.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
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

}  // namespace fairshuffle
