#include "harness/locked_file.hpp"

#include <cerrno>

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

bool lock_file(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace fairshuffle
