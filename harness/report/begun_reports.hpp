// Reports that a run has begun to write: whose they are, should it be killed before all are there.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "harness/locked_file.hpp"

namespace fairshuffle {

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

}  // namespace fairshuffle
