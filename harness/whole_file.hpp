// Files that are there whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace fairshuffle {

/// A file that is written without a name, or under another one, in the same folder, which must exist, and
/// gets its own once it is on the disk: at any moment there is the whole file or the one before. It is gone
/// unless it is published, and locked (LockedFile) as long as this lives. Every member throws InputError that
/// names the file, calls it `what` ("report") and gives the system's reason.
class WholeFile {
 public:
  WholeFile(std::filesystem::path path, std::string what);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();

  void write(std::string_view bytes);
  /// How many bytes were written.
  std::uint64_t size() const { return size_; }
  /// What was written from this byte on, into `bytes`: how many there were of them.
  std::size_t read_back(std::uint64_t from, std::span<char> bytes) const;
  /// Puts what was written onto the disk.
  void sync();
  /// Gives it its name, and puts that onto the disk; to be called once, after sync. A symbolic link is
  /// replaced, not followed. Without `overwrite` a file that somebody else wrote in the meantime stays.
  void publish(bool overwrite);
  /// Its descriptor, once more: as long as one of the two is open it is locked.
  int locked_descriptor() const;

 private:
  template <class Take>
  void take_name(const Take& take);
  bool link_to(const std::filesystem::path& path) const;
  bool take_name_to_replace();
  bool rename_to_new();
  bool rename_over();
  [[noreturn]] void refuse_final_name() const;
  void sync_folder() const;

  std::filesystem::path final_path_;
  std::string what_;
  std::filesystem::path path_;  // empty as long as it has no name
  int file_ = -1;
  std::uint64_t size_ = 0;
};

/// Removes a file that WholeFiles were published as, and what one left that was killed while it replaced it;
/// nothing where there is neither, or no right to.
void remove_whole_file(const std::filesystem::path& path);

/// The folder that a path lies in.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Throws InputError for a file that exists and may not be replaced.
[[noreturn]] void refuse_to_replace(const std::filesystem::path& path);
/// Throws InputError as WholeFile does.
[[noreturn]] void refuse_to_write(const std::filesystem::path& path, std::string_view what,
                                  const std::string& reason);
/// Likewise for a file that another run has locked.
[[noreturn]] void refuse_to_write_anothers(const std::filesystem::path& path, std::string_view what);

}  // namespace fairshuffle
