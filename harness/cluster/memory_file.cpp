#include "harness/cluster/memory_file.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace fairshuffle {

namespace {

[[noreturn]] void fail() {
  throw std::system_error(errno, std::generic_category(), "no memory for a file");
}

}  // namespace

MemoryFile::MemoryFile(std::string_view text) : file_(::memfd_create("fairshuffle", MFD_CLOEXEC)) {
  if (file_ < 0) fail();
  while (!text.empty()) {
    const ssize_t written = ::write(file_, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      ::close(file_);
      fail();
    }
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

MemoryFile::~MemoryFile() {
  ::close(file_);
}

std::string MemoryFile::path() const {
  return fmt::format("/proc/self/fd/{}", file_);
}

}  // namespace fairshuffle
