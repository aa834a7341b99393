#include "harness/report/report_file.hpp"

#include <cerrno>
#include <csignal>
#include <memory>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/ending_signals.hpp"
#include "harness/input_error.hpp"
#include "harness/locked_file.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

namespace fs = std::filesystem;

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

void refuse_report_path(const fs::path& path, bool overwrite, std::string_view what) {
  if (path.filename().empty()) {
    throw InputError(fmt::format("cannot write the {} \"{}\": a file name is missing", what, path.string()));
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
  std::error_code error;
  fs::create_directories(folder_of(path), error);
  if (error) refuse_to_write(path, what, error.message());
  const WholeFile proof_of_access(path, std::string(what));
}

void write_report_file(const fs::path& path, std::string_view text, bool overwrite) {
  refuse_what_is_no_file(path, of_report);
  WholeFile file(path, std::string(of_report));
  file.write(text);
  file.sync();
  file.publish(overwrite);
}

void write_report_files(const std::vector<ReportText>& files, bool overwrite) {
  if (files.size() == 1) return write_report_file(files.front().path, files.front().text, overwrite);
  std::vector<std::unique_ptr<WholeFile>> drawn;
  for (const ReportText& file : files) {
    refuse_what_is_no_file(file.path, of_report);
    drawn.push_back(std::make_unique<WholeFile>(file.path, std::string(of_report)));
    drawn.back()->write(file.text);
    drawn.back()->sync();
  }
  const HeldSignals held;
  for (const ReportText& file : files) {
    if (overwrite && ::unlink(file.path.c_str()) != 0 && errno != ENOENT)
      refuse_to_write(file.path, of_report, std::error_code(errno, std::generic_category()).message());
  }
  for (std::size_t left = drawn.size(); left-- > 0;) drawn[left]->publish(overwrite);
}

}  // namespace fairshuffle
