#include "harness/report/report_file.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "harness/input_error.hpp"

namespace fairshuffle {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_replace(const fs::path& path) {
  throw InputError("the file " + path.string() + " exists already; pass --force to replace it");
}

[[noreturn]] void refuse_to_write(const fs::path& path, const std::error_code& reason) {
  throw InputError("cannot write the report " + path.string() + ": " + reason.message());
}

std::error_code last_error() {
  return {errno, std::generic_category()};
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void refuse_what_is_no_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) {
    throw InputError("cannot write the report " + path.string() + ": it is a folder; name a file in it");
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw InputError("cannot write the report " + path.string() + ": it is a device, a pipe or a socket");
  }
}

// A new file in a folder, which removes itself unless it is published.
class TemporaryFile {
 public:
  // The file becomes `report`, which errors name.
  explicit TemporaryFile(fs::path report) : report_(std::move(report)) {
    constexpr int most_attempts = 1000;  // each name is taken only when a killed process left it behind
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
      const std::string name =
          ".fairshuffle-" + std::to_string(::getpid()) + '-' + std::to_string(attempt) + ".part";
      path_ = folder_of(report_) / name;
      // The usual mode, so that the report gets the permissions of any other new file.
      file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file_ >= 0) return;
      if (errno != EEXIST) break;
    }
    refuse_to_write(report_, last_error());
  }

  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  ~TemporaryFile() {
    if (file_ >= 0) ::close(file_);
    if (!published_) ::unlink(path_.c_str());
  }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(file_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) refuse_to_write(report_, last_error());
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(file_) != 0) refuse_to_write(report_, last_error());
    if (::close(std::exchange(file_, -1)) != 0) refuse_to_write(report_, last_error());
  }

  void publish(bool overwrite) {
    if (overwrite) {
      if (std::rename(path_.c_str(), report_.c_str()) != 0) refuse_to_write(report_, last_error());
      published_ = true;
      return;
    }
    if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, report_.c_str(), RENAME_NOREPLACE) == 0) {
      published_ = true;
      return;
    }
    // Network file systems rename only with replacement; there a second name does as well, and the first one
    // goes with this object.
    if (errno == EINVAL || errno == ENOSYS) {
      if (::link(path_.c_str(), report_.c_str()) == 0) return;
    }
    if (errno == EEXIST) refuse_to_replace(report_);
    refuse_to_write(report_, last_error());
  }

 private:
  fs::path report_;
  fs::path path_;
  int file_ = -1;
  bool published_ = false;
};

// While it lives, what asks the program to end waits.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t asking;
    sigemptyset(&asking);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&asking, signal);
    pthread_sigmask(SIG_BLOCK, &asking, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

void check_report_path(const fs::path& path, bool overwrite) {
  if (path.filename().empty()) {
    throw InputError("cannot write the report \"" + path.string() + "\": a file name is missing");
  }
  refuse_what_is_no_file(path);
  std::error_code error;
  // Of a link that leads nowhere only symlink_status knows that it is there.
  const fs::file_status status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::none) refuse_to_write(path, error);
  if (!overwrite && fs::exists(status)) refuse_to_replace(path);
  fs::create_directories(folder_of(path), error);
  if (error) refuse_to_write(path, error);
  TemporaryFile proof_of_access(path);
}

void write_report_file(const fs::path& path, std::string_view text, bool overwrite) {
  refuse_what_is_no_file(path);
  TemporaryFile file(path);
  file.write(text);
  file.publish(overwrite);
}

void write_report_files(const std::vector<ReportText>& files, bool overwrite) {
  if (files.size() == 1) return write_report_file(files.front().path, files.front().text, overwrite);
  std::vector<std::unique_ptr<TemporaryFile>> drawn;
  for (const ReportText& file : files) {
    refuse_what_is_no_file(file.path);
    drawn.push_back(std::make_unique<TemporaryFile>(file.path));
    drawn.back()->write(file.text);
  }
  const HeldSignals held;
  for (const ReportText& file : files) {
    if (overwrite && ::unlink(file.path.c_str()) != 0 && errno != ENOENT)
      refuse_to_write(file.path, last_error());
  }
  for (std::size_t left = drawn.size(); left-- > 0;) drawn[left]->publish(overwrite);
}

}  // namespace fairshuffle
