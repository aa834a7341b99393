#include "harness/report/report_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

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

constexpr std::string_view of_report = "report";

void refuse_what_is_no_file(const fs::path& path, std::string_view what) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) {
    refuse_to_write(path, what, "it is a folder; name a file in it");
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    refuse_to_write(path, what, "it is a device, a pipe or a socket");
  }
}

// The one that a name like /dev/fd/1 stands for, or a link to such a name; -1 for none.
int descriptor_of(const fs::path& path) {
  std::error_code is_no_dependence;
  const std::string dependent = fs::read_symlink(path, is_no_dependence).string(),
                    name = path.lexically_normal().string();
  for (const std::string& each : {name, dependent}) {
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
      int descriptor = -1;
      const char* const end = each.data() + each.size();
      if (each.starts_with(folder) &&
          std::from_chars(each.data() + folder.size(), end, descriptor).ptr == end) {
        return descriptor;
      }
    }
  }
  return -1;
}

// What is open goes on behind what was printed, though it be a file.
void write_to_stream(const fs::path& path, std::string_view text) {
  std::fflush(nullptr);
  const int open = descriptor_of(path),
            file = open < 0 ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC) : ::dup(open);
  while (file >= 0 && !text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) break;
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  const std::error_code error(errno, std::generic_category());
  ::close(file);
  if (file < 0 || !text.empty()) refuse_to_write(path, of_report, error.message());
}

// While it lives, what asks the program to end waits.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t asking;
    sigemptyset(&asking);
    for (const int signal : ending_signals) sigaddset(&asking, signal);
    pthread_sigmask(SIG_BLOCK, &asking, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

BegunReports::BegunReports(const std::vector<fs::path>& files, bool overwrite) {
  if (files.empty() || (!overwrite && std::ranges::any_of(files, is_there))) return;
  std::string text;
  for (const fs::path& path : files) text += line_of(path);
  note_ = note_of(files.front());
  // To write reports takes a moment, of many targets two. Who had it before takes it away.
  auto file = patiently_locked(note_, O_WRONLY | O_CREAT);
  if (file->is_held_elsewhere()) file = patiently_locked(note_, O_WRONLY | O_CREAT);
  // Who can't note it writes its reports all the same.
  if (file->is_held_elsewhere() || !file->is_at(note_)) return;
  file_ = std::move(file);
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

bool is_stream(const fs::path& path) {
  const std::string name = path.lexically_normal().string();
  if (descriptor_of(path) >= 0) return true;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return name.starts_with("/dev/") && fs::exists(status) && !fs::is_regular_file(status) &&
         !fs::is_directory(status);
}

void refuse_report_path(const fs::path& path, bool overwrite, std::string_view what) {
  if (what == of_report && is_stream(path)) return;
  if (path.filename().empty()) {
    throw InputError("cannot write the {} \"{}\": a file name is missing", what, path.string());
  }
  refuse_what_is_no_file(path, what);
  std::error_code error;
  // Of a link that leads nowhere only symlink_status knows that it is there.
  const fs::file_status status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::none) refuse_to_write(path, what, error.message());
  if (!overwrite && fs::exists(status)) refuse_to_replace(path);
  if (patiently_locked(path)->is_held_elsewhere()) refuse_to_write_anothers(path, what);
}

void check_report_path(const fs::path& path, bool overwrite, std::string_view what) {
  refuse_report_path(path, overwrite, what);
  if (what == of_report && is_stream(path)) return;
  std::error_code error;
  fs::create_directories(folder_of(path), error);
  if (error) refuse_to_write(path, what, error.message());
  const WholeFile proof_of_access(path, std::string(what));
}

void write_report_file(const fs::path& path, std::string_view text, bool overwrite) {
  write_report_files({{path, std::string(text)}}, overwrite);
}

void write_report_files(std::vector<ReportText> files, bool overwrite) {
  std::erase_if(files, [](const ReportText& file) {
    if (!is_stream(file.path)) return false;
    write_to_stream(file.path, file.text);
    return true;
  });
  std::vector<std::unique_ptr<WholeFile>> drawn;
  for (const ReportText& file : files) {
    refuse_what_is_no_file(file.path, of_report);
    drawn.push_back(std::make_unique<WholeFile>(file.path, std::string(of_report)));
    drawn.back()->write(file.text);
    drawn.back()->sync();
  }
  const HeldSignals held;
  for (const ReportText& file : files) {
    const bool belongs_to_others = files.size() > 1;
    if (overwrite && belongs_to_others && ::unlink(file.path.c_str()) != 0 && errno != ENOENT)
      refuse_to_write(file.path, of_report, std::error_code(errno, std::generic_category()).message());
  }
  for (std::size_t left = drawn.size(); left-- > 0;) drawn[left]->publish(overwrite);
}

}  // namespace fairshuffle
