#include "harness/whole_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fairshuffle {

namespace {

using namespace std::string_view_literals;

struct Kind {
  std::string_view magic;
  ForeignBytes is;
};

constexpr std::string_view utf16 = "these bytes are text in UTF-16; make UTF-8 of it first";
constexpr std::string_view utf32 = "these bytes are text in UTF-32; make UTF-8 of it first";

// The mark of UTF-32 begins as that of UTF-16 does, and so stands before it.
constexpr std::array kinds{
    Kind{"\x1f\x8b"sv, {"gzip packed these bytes; unpack them first", "gzip -dc"}},
    Kind{"\xfd\x37zXZ\0"sv, {"xz packed these bytes; unpack them first", "xz -dc"}},
    Kind{"BZh"sv, {"bzip2 packed these bytes; unpack them first", "bzip2 -dc"}},
    Kind{"\x28\xb5\x2f\xfd"sv, {"zstd packed these bytes; unpack them first", "zstd -dc"}},
    Kind{"\x04\x22\x4d\x18"sv, {"lz4 packed these bytes; unpack them first", "lz4 -dc"}},
    Kind{"7z\xbc\xaf\x27\x1c"sv, {"7-Zip packed these bytes; unpack them first", "7z x -so"}},
    Kind{"PK\3\4"sv, {"zip packed these bytes; unpack them first", "unzip -p"}},
    Kind{"\xff\xfe\0\0"sv, {utf32, "iconv -f UTF-32 -t UTF-8"}},
    Kind{"\0\0\xfe\xff"sv, {utf32, "iconv -f UTF-32 -t UTF-8"}},
    Kind{"\xff\xfe"sv, {utf16, "iconv -f UTF-16 -t UTF-8"}},
    Kind{"\xfe\xff"sv, {utf16, "iconv -f UTF-16 -t UTF-8"}},
};

// Text of which only one byte of each two says anything: those from `first` on.
bool is_wide_text(std::string_view bytes, std::size_t first) {
  constexpr std::size_t fewest = 6;
  if (bytes.size() < fewest) return false;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    const bool is_text = (byte >= 0x20 && byte < 0x7f) || (byte >= '\t' && byte <= '\r');
    if (at % 2 == first ? !is_text : byte != 0) return false;
  }
  return true;
}

}  // namespace

std::optional<ForeignBytes> marked_bytes(std::string_view first_bytes) {
  const auto found = std::ranges::find_if(
      kinds, [first_bytes](const Kind& kind) { return first_bytes.starts_with(kind.magic); });
  return found != kinds.end() ? std::optional(found->is) : std::nullopt;
}

std::optional<ForeignBytes> foreign_bytes(std::string_view first_bytes) {
  if (const auto marked = marked_bytes(first_bytes)) return marked;
  const std::string_view begin = first_bytes.substr(0, bytes_of_foreign);
  if (is_wide_text(begin, 0)) return ForeignBytes{utf16, "iconv -f UTF-16LE -t UTF-8"};
  if (is_wide_text(begin, 1)) return ForeignBytes{utf16, "iconv -f UTF-16BE -t UTF-8"};
  return std::nullopt;
}

namespace {

// The usual mode, so that a file gets the permissions of any other new one.
constexpr mode_t usual_mode = 0666;

// False where somebody else has its lock.
bool lock_file(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace

LockedFile::LockedFile(const std::filesystem::path& path, int how)
    : file_(::open(path.c_str(), how | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, usual_mode)),
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

std::unique_ptr<LockedFile> patiently_locked(const std::filesystem::path& path, int how) {
  constexpr int most_attempts = 50;
  constexpr std::chrono::milliseconds between_attempts{50};
  for (int attempt = 0;; ++attempt) {
    auto file = std::make_unique<LockedFile>(path, how);
    // Who had it may have put another in its place in between.
    const bool is_this = !file->is_open() || file->is_at(path);
    if ((is_this && !file->is_held_elsewhere()) || attempt == most_attempts) return file;
    if (is_this) std::this_thread::sleep_for(between_attempts);
  }
}

namespace {

namespace fs = std::filesystem;

std::string last_reason() {
  return std::error_code(errno, std::generic_category()).message();
}

// What a file is called that replaces another one, or while it is written where files need a name. Whoever is
// killed then leaves it behind, and the next who needs the name takes it away. Several that write the file at
// a time have a number each. No name is longer than 255 bytes.
fs::path name_of_part(const fs::path& path, int number) {
  const std::string name = path.filename().string().substr(0, 240);
  return folder_of(path) /
         (number == 0 ? fmt::format(".{}.part", name) : fmt::format(".{}.{}.part", name, number));
}

// What a living process has under its name is locked.
void remove_if_left_behind(const fs::path& name) {
  const LockedFile file(name);
  if (!file.is_held_elsewhere() && file.is_at(name)) ::unlink(name.c_str());
}

// Network file systems rename only with replacement; there a second name does as well.
bool rename_to_new(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if ((errno != EINVAL && errno != ENOSYS) || ::link(from.c_str(), to.c_str()) != 0) return false;
  ::unlink(from.c_str());
  return true;
}

}  // namespace

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void refuse_to_replace(const fs::path& path) {
  throw InputError("the file " + path.string() + " exists already; pass --force to replace it");
}

void refuse_to_write(const fs::path& path, std::string_view what, const std::string& reason) {
  throw InputError("cannot write the {} {}: {}", what, path.string(), reason);
}

void refuse_to_write_anothers(const fs::path& path, std::string_view what) {
  refuse_to_write(path, what, "another run writes it; wait for its end, or name another file");
}

WholeFile::WholeFile(fs::path path, std::string what) : final_path_(std::move(path)), what_(std::move(what)) {
  // Without a name it is gone with a process that is killed; /proc gives it one. The folder may be a link.
  if (::access("/proc/self/fd", X_OK) == 0)
    file_ = std::make_unique<LockedFile>(folder_of(final_path_) / ".", O_TMPFILE | O_RDWR);
  // Not every file system has such files.
  if (file_ && file_->is_open()) return;
  take_name([this] {
    file_ = std::make_unique<LockedFile>(path_, O_RDWR | O_CREAT | O_EXCL);
    return file_->is_open();
  });
}

void WholeFile::take_name(const std::function<bool()>& take) {
  constexpr int most_attempts = 1000;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    path_ = name_of_part(final_path_, attempt);
    remove_if_left_behind(path_);
    if (!take() && errno != EEXIST) break;
    // Who had it open before it was locked took it for left behind.
    if (!file_->is_held_elsewhere() && file_->is_at(path_)) return;
  }
  path_.clear();
  refuse_to_write(final_path_, what_, last_reason());
}

bool WholeFile::link_to(const fs::path& path) const {
  const std::string unnamed = fmt::format("/proc/self/fd/{}", file_->descriptor());
  return ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

WholeFile::~WholeFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

void WholeFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_->descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse_to_write(final_path_, what_, last_reason());
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
}

std::size_t WholeFile::read_back(std::uint64_t from, std::span<char> bytes) const {
  for (;;) {
    const ssize_t count = ::pread(file_->descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(from));
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) refuse_to_write(final_path_, what_, last_reason());
  }
}

void WholeFile::sync() {
  if (::fsync(file_->descriptor()) != 0) refuse_to_write(final_path_, what_, last_reason());
}

void WholeFile::publish(bool overwrite) {
  // A file without a name can't replace another one.
  if (path_.empty() && overwrite) take_name([this] { return link_to(path_); });
  const bool is_done = overwrite       ? std::rename(path_.c_str(), final_path_.c_str()) == 0
                       : path_.empty() ? link_to(final_path_)
                                       : rename_to_new(path_, final_path_);
  if (!is_done && errno == EEXIST) refuse_to_replace(final_path_);
  if (!is_done) refuse_to_write(final_path_, what_, last_reason());
  path_.clear();
  // Where a folder can't be put onto the disk, its file is there all the same.
  const int folder = ::open(folder_of(final_path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

void remove_whole_file(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
  remove_if_left_behind(name_of_part(path, 0));
}

}  // namespace fairshuffle
