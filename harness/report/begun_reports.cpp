#include "harness/report/begun_reports.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

namespace fs = std::filesystem;

fs::path note_of(const fs::path& first) {
  return folder_of(first) / fmt::format(".{}.begun", first.filename().string());
}

// Of a link that leads nowhere, too.
bool is_there(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(fs::symlink_status(path, unknown));
}

// No path has the byte that ends it.
std::string line_of(const fs::path& path) {
  return fs::absolute(path).lexically_normal().string() + '\0';
}

// Empty where there is none, or its run lives.
std::string text_of_killed_run(const fs::path& note) {
  constexpr std::size_t most_bytes = 1 << 16;
  const LockedFile file(note);
  if (!file.is_open() || file.is_held_elsewhere()) return "";
  std::string text(most_bytes, '\0');
  const ssize_t bytes = ::read(file.descriptor(), text.data(), text.size());
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
  return text;
}

// To write reports takes a moment. Who had it before takes it away.
std::unique_ptr<LockedFile> lock_note(const fs::path& note) {
  constexpr int most_attempts = 50;
  constexpr std::chrono::milliseconds between_attempts{100};
  constexpr mode_t mode = 0666;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const int descriptor =
        ::open(note.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode);
    if (descriptor < 0) return nullptr;
    const bool is_locked = lock_file(descriptor);
    auto file = std::make_unique<LockedFile>(descriptor);
    if (is_locked && file->is_at(note)) return file;
    if (!is_locked) std::this_thread::sleep_for(between_attempts);
  }
  return nullptr;
}

}  // namespace

BegunReports::BegunReports(const std::vector<fs::path>& files, bool overwrite) {
  if (files.empty() || (!overwrite && std::ranges::any_of(files, is_there))) return;
  std::string text;
  for (const fs::path& path : files) text += line_of(path);
  note_ = note_of(files.front());
  file_ = lock_note(note_);
  // Who can't note it writes its reports all the same.
  if (!file_) return;
  const int note = file_->descriptor();
  const bool is_noted = ::ftruncate(note, 0) == 0 &&
                        ::write(note, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (is_noted) ::fsync(note);
}

BegunReports::~BegunReports() {
  if (file_) ::unlink(note_.c_str());
}

bool are_of_killed_run(const std::vector<fs::path>& files, bool goes_on) {
  if (files.empty()) return false;
  const fs::path note = note_of(files.front());
  const std::string text = text_of_killed_run(note);
  if (!text.empty() && is_there(files.front()) && !goes_on) {
    ::unlink(note.c_str());
    return false;
  }
  // Each line ends, so that no path is the end of another.
  const auto is_noted = [&](const fs::path& path) {
    const std::string line = line_of(path);
    return text.starts_with(line) || text.find('\0' + line) != std::string::npos;
  };
  return !text.empty() &&
         std::ranges::all_of(files, [&](const fs::path& path) { return !is_there(path) || is_noted(path); });
}

}  // namespace fairshuffle
