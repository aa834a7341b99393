// Files that show others whether a process still works with them.
#pragma once

#include <filesystem>
#include <memory>

namespace fairshuffle {

/// A file that was there and is open, and locked as long as this lives: the system takes the lock away with
/// the process. Not every network file system tells others of it.
class LockedFile {
 public:
  /// Of a symbolic link neither the link nor what it leads to.
  explicit LockedFile(const std::filesystem::path& path);
  /// One that is open and locked already, which it takes over.
  explicit LockedFile(int descriptor) : file_(descriptor), is_held_elsewhere_(false) {}
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile();

  /// Whether it was found; why not is in errno as long as nothing else is called.
  bool is_open() const { return file_ >= 0; }
  /// Whether somebody else has the lock, so that this one has not.
  bool is_held_elsewhere() const { return is_held_elsewhere_; }
  /// Whether it is the file that has this name now.
  bool is_at(const std::filesystem::path& path) const;
  /// To read it by; -1 where it is not open.
  int descriptor() const { return file_; }

 private:
  int file_;
  bool is_held_elsewhere_;
};

/// The file that is at this path, locked; one that somebody else keeps locked for 2.5 seconds is held
/// elsewhere. A process that is killed may leave its lock for a moment to one that it was about to start, and
/// ranks live on for a second without their mpirun.
std::unique_ptr<LockedFile> patiently_locked(const std::filesystem::path& path);

/// Locks an open file. False where somebody else has its lock.
bool lock_file(int descriptor);

}  // namespace fairshuffle
