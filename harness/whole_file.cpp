#include "harness/whole_file.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "harness/input_error.hpp"
#include "harness/locked_file.hpp"

namespace fairshuffle {

namespace {

namespace fs = std::filesystem;

std::string last_reason() {
  return std::error_code(errno, std::generic_category()).message();
}

// A file without a name can't replace another one: for a moment it has this one, and whoever is killed then
// leaves it behind. The next who replaces the same file takes it away.
fs::path name_to_replace(const fs::path& path) {
  return folder_of(path) / fmt::format(".{}.part", path.filename().string());
}

// What a living process has under its name is locked. Whether the name is free.
bool remove_if_left_behind(const fs::path& name) {
  const LockedFile file(name);
  if (!file.is_open()) return errno == ENOENT;
  return !file.is_held_elsewhere() && (::unlink(name.c_str()) == 0 || errno == ENOENT);
}

}  // namespace

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void refuse_to_replace(const fs::path& path) {
  throw InputError("the file " + path.string() + " exists already; pass --force to replace it");
}

void refuse_to_write(const fs::path& path, std::string_view what, const std::string& reason) {
  throw InputError(fmt::format("cannot write the {} {}: {}", what, path.string(), reason));
}

void refuse_to_write_anothers(const fs::path& path, std::string_view what) {
  refuse_to_write(path, what, "another run writes it; wait for its end, or name another file");
}

WholeFile::WholeFile(fs::path path, std::string what) : final_path_(std::move(path)), what_(std::move(what)) {
  // The usual mode, so that the file gets the permissions of any other new one.
  constexpr mode_t mode = 0666;
  // A file without a name is gone with a process that is killed; it gets one through /proc.
  if (::access("/proc/self/fd", X_OK) == 0) {
    file_ = ::open(folder_of(final_path_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  }
  if (file_ < 0) {
    // Not every file system has such files.
    take_name([&] {
      file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      return file_ >= 0;
    });
  }
  lock_file(file_);
}

template <class Take>
void WholeFile::take_name(const Take& take) {
  constexpr int most_attempts = 1000;  // each name is taken only when a killed process left it behind
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    path_ = folder_of(final_path_) / fmt::format(".fairshuffle-{}-{}.part", ::getpid(), attempt);
    if (take()) return;
    if (errno != EEXIST) break;
  }
  path_.clear();
  refuse_to_write(final_path_, what_, last_reason());
}

bool WholeFile::link_to(const fs::path& path) const {
  const std::string unnamed = fmt::format("/proc/self/fd/{}", file_);
  return ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

WholeFile::~WholeFile() {
  ::close(file_);
  if (!path_.empty()) ::unlink(path_.c_str());
}

void WholeFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse_to_write(final_path_, what_, last_reason());
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
}

std::size_t WholeFile::read_back(std::uint64_t from, std::span<char> bytes) const {
  for (;;) {
    const ssize_t count = ::pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(from));
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) refuse_to_write(final_path_, what_, last_reason());
  }
}

void WholeFile::sync() {
  if (::fsync(file_) != 0) refuse_to_write(final_path_, what_, last_reason());
}

int WholeFile::locked_descriptor() const {
  return ::fcntl(file_, F_DUPFD_CLOEXEC, 0);
}

bool WholeFile::take_name_to_replace() {
  const fs::path name = name_to_replace(final_path_);
  if (!link_to(name) && (errno != EEXIST || !remove_if_left_behind(name) || !link_to(name))) return false;
  path_ = name;
  return true;
}

// Two that both took away what was left behind may have taken one the other's: then that one was renamed.
bool WholeFile::rename_over() {
  if (std::rename(path_.c_str(), final_path_.c_str()) == 0) return true;
  return errno == ENOENT && path_ == name_to_replace(final_path_) && ::access(final_path_.c_str(), F_OK) == 0;
}

void WholeFile::publish(bool overwrite) {
  if (path_.empty() && !overwrite) {
    if (!link_to(final_path_)) refuse_final_name();
  } else {
    if (path_.empty() && !take_name_to_replace()) take_name([this] { return link_to(path_); });
    if (overwrite ? !rename_over() : !rename_to_new()) refuse_final_name();
    path_.clear();
  }
  sync_folder();
}

bool WholeFile::rename_to_new() {
  if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, final_path_.c_str(), RENAME_NOREPLACE) == 0) return true;
  // Network file systems rename only with replacement; there a second name does as well.
  if (errno != EINVAL && errno != ENOSYS) return false;
  if (::link(path_.c_str(), final_path_.c_str()) != 0) return false;
  ::unlink(path_.c_str());
  return true;
}

void WholeFile::refuse_final_name() const {
  if (errno == EEXIST) refuse_to_replace(final_path_);
  refuse_to_write(final_path_, what_, last_reason());
}

// Where a folder can't be put onto the disk, its file is there all the same.
void WholeFile::sync_folder() const {
  const int folder = ::open(folder_of(final_path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

void remove_whole_file(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
  fs::remove(name_to_replace(path), ignored);
}

}  // namespace fairshuffle
