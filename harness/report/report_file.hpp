// Reports as files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/whole_file.hpp"

namespace fairshuffle {

// Reports that a run has begun to write: whose they are, should it be killed before all are there.

/// While it lives a file beside the first one, `.NAME.begun`, names the reports that are being written, so
/// that a run that is killed in the meantime leaves word of which files are its own. Another run that writes
/// the same ones is waited for, so that all are of one run in the end. Where a report is there that may not
/// be replaced, or the file can't be written, nothing is noted.
class BegunReports {
 public:
  BegunReports(const std::vector<std::filesystem::path>& files, bool overwrite);
  BegunReports(const BegunReports&) = delete;
  BegunReports& operator=(const BegunReports&) = delete;
  ~BegunReports();

 private:
  std::filesystem::path note_;
  std::unique_ptr<LockedFile> file_;  // so that others know that the run lives; null where nothing is noted
};

/// Whether those of the files that are there were written by a run that was killed at it, so that nobody
/// needs them. With the first of them all are there; then whoever does not go on with that run needs them,
/// and the note is taken away.
bool are_of_killed_run(const std::vector<std::filesystem::path>& files, bool goes_on);

// Report files: whole or not at all, and never over another one unasked.

/// Finds out before a run whether its report can be written to `path`: creates the folder when it is missing
/// and leaves nothing else behind. `what` it is called in messages. Throws InputError, as write_report_file
/// does, when there is a report already and `overwrite` is false, when `path` is no regular file, and when
/// the folder cannot be made or written to.
void check_report_path(const std::filesystem::path& path, bool overwrite, std::string_view what = "report");

/// Whether it names what is open already, as /dev/fd/1 does, or a device: nothing is replaced there, and
/// nothing stands beside it.
bool is_stream(const std::filesystem::path& path);

/// The part of it that makes nothing: what is there is refused, a folder that can't be made is not.
void refuse_report_path(const std::filesystem::path& path, bool overwrite, std::string_view what = "report");

/// Writes `text` to `path` so that at any moment there is the whole report or none: to a temporary file in
/// the same folder, which must exist, then onto the disk, then under its name. Without `overwrite` a report
/// that somebody else wrote in the meantime stays. A symbolic link is replaced, not followed. Throws
/// InputError naming the path and the system's reason; then the temporary file is gone and what was there is
/// as before.
void write_report_file(const std::filesystem::path& path, std::string_view text, bool overwrite);

/// A file's path and what is to stand in it.
struct ReportText {
  std::filesystem::path path;
  std::string text;
};

/// The same for files that belong together, the first of them the one that speaks for all: every file is on
/// the disk before any gets its name, those that they replace are taken away before, and the first comes
/// last. So at no moment are there files of two runs, and where the first one is, all are. Throws InputError;
/// what fails while files are drawn leaves all as it was.
void write_report_files(std::vector<ReportText> files, bool overwrite);

}  // namespace fairshuffle
