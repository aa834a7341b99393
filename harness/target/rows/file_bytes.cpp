#include "harness/target/rows/file_bytes.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {
std::string last_error() {
  return std::generic_category().message(errno);
}
}  // namespace

// Or a pipe into which nobody writes would be waited for here.
FileBytes::FileBytes(const std::string& path)
    : name_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
  if (descriptor_ < 0) throw TargetError(fmt::format("cannot open {}: {}", name_, last_error()));
}

std::unique_ptr<FileBytes> FileBytes::standard_input() {
  return std::unique_ptr<FileBytes>(new FileBytes("standard input", STDIN_FILENO));
}

FileBytes::~FileBytes() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

bool FileBytes::can_be_opened_again() const {
  return descriptor_ != STDIN_FILENO && ::lseek(descriptor_, 0, SEEK_CUR) >= 0;
}

std::size_t FileBytes::read(std::span<char> into) {
  while (true) {
    wait_for_bytes();
    const ssize_t size = ::read(descriptor_, into.data(), into.size());
    if (size >= 0) return static_cast<std::size_t>(size);
    if (errno != EINTR && errno != EAGAIN)
      throw TargetError(fmt::format("cannot read {}: {}", name_, last_error()));
  }
}

// Of a file they are there; what writes into a pipe may take its time, and the run may be to end before.
void FileBytes::wait_for_bytes() const {
#ifndef __EMSCRIPTEN__               // whose files of node.js cannot be polled
  constexpr int longest_part = 100;  // milliseconds
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  while (::poll(&waiting, 1, longest_part) <= 0) {
    if (is_to_end_ && is_to_end_()) throw RunEnds();
  }
#endif
}

}  // namespace fairshuffle
