// Files, locks, signals, and bytes from outside.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

namespace fairshuffle {

// The signals that ask a run to end.

/// SIGUSR1 is the one that mpirun passes on without ending its ranks itself a second later, and that batch
/// systems send before time is over. SIGXCPU comes where a limit of processor time is spent, and then once a
/// second.
inline constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU};

// The one error for what the world got wrong: an option, a file, a target's name.

/// `what()` is one sentence: what, where, what to do. Caught once, in main; exit code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& sentence) : std::runtime_error(sentence) {}
  template <class... Values>
  requires(sizeof...(Values) > 0) explicit InputError(fmt::format_string<Values...> sentence,
                                                      Values&&... values)
      : std::runtime_error(fmt::format(sentence, std::forward<Values>(values)...)) {}
};

// What a file is that holds no text as the program reads it, by its first bytes.

/// How many of the first bytes are enough.
inline constexpr std::size_t bytes_of_foreign = 16;

struct ForeignBytes {
  std::string_view sentence;  ///< "gzip packed these bytes; unpack them first"
  std::string_view command;   ///< that makes text of a file, whose name goes behind it: "gzip -dc"
};

/// What packed them, by its magic number, or UTF-16 and UTF-32, by their byte order mark.
std::optional<ForeignBytes> marked_bytes(std::string_view first_bytes);

/// These, and UTF-16 without a mark, where every other byte is 0. Nothing for what may be text.
std::optional<ForeignBytes> foreign_bytes(std::string_view first_bytes);

// Files that show others whether a process still works with them.

/// A file that was there and is open, and locked as long as this lives: the system takes the lock away with
/// the process. Not every network file system tells others of it.
class LockedFile {
 public:
  /// Of a symbolic link neither the link nor what it leads to. how: the flags of open(2), to read it or more.
  explicit LockedFile(const std::filesystem::path& path, int how = 0);
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile();

  /// Whether it was found; why not is in errno as long as nothing else is called.
  bool is_open() const { return file_ >= 0; }
  /// Whether somebody else has the lock, so that this one has not.
  bool is_held_elsewhere() const { return is_held_elsewhere_; }
  /// Whether it is the file that has this name now.
  bool is_at(const std::filesystem::path& path) const;
  /// -1 where it is not open.
  int descriptor() const { return file_; }

 private:
  int file_;
  bool is_held_elsewhere_;
};

/// The file that is at this path, locked; one that somebody else keeps locked for 2.5 seconds is held
/// elsewhere. A process that is killed may leave its lock for a moment to one that it was about to start, and
/// ranks live on for a second without their mpirun.
std::unique_ptr<LockedFile> patiently_locked(const std::filesystem::path& path, int how = 0);

// Files that are there whole or not at all.

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
  /// The lock, for one who keeps it longer; nothing is written afterwards.
  std::unique_ptr<LockedFile> take_lock() { return std::move(file_); }

 private:
  void take_name(const std::function<bool()>& take);
  bool link_to(const std::filesystem::path& path) const;

  std::filesystem::path final_path_;
  std::string what_;
  std::filesystem::path path_;  // that it has until it is published; empty as long as it has none
  std::unique_ptr<LockedFile> file_;
  std::uint64_t size_ = 0;
};

/// Removes a file that WholeFiles were published as, and what one left that was killed while it had a name;
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
