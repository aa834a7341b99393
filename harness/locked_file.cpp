#include "harness/locked_file.hpp"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fairshuffle {

LockedFile::LockedFile(const std::filesystem::path& path)
    : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)),
      is_held_elsewhere_(file_ >= 0 && !lock_file(file_)) {}

LockedFile::~LockedFile() {
  if (file_ >= 0) ::close(file_);
}

bool LockedFile::is_at(const std::filesystem::path& path) const {
  struct stat own {
  }, there{};
  return is_open() && ::fstat(file_, &own) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

std::unique_ptr<LockedFile> patiently_locked(const std::filesystem::path& path) {
  constexpr int most_attempts = 50;
  constexpr std::chrono::milliseconds between_attempts{50};
  for (int attempt = 0;; ++attempt) {
    auto file = std::make_unique<LockedFile>(path);
    // Who had it may have put another in its place in between.
    const bool is_this = !file->is_open() || file->is_at(path);
    if ((is_this && !file->is_held_elsewhere()) || attempt == most_attempts) return file;
    if (is_this) std::this_thread::sleep_for(between_attempts);
  }
}

bool lock_file(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace fairshuffle
