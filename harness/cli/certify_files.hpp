// The files that a run is written to: the JSON report, and what is drawn beside it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/cli/certify_options.hpp"

namespace fairshuffle {

struct CertifyFile {
  std::string_view what;  ///< said before its path when it is written
  std::filesystem::path path;
  std::string (*draw)(const RunRecord& run);
};

/// The same for all names of one place.
std::filesystem::path whole_path(const std::filesystem::path& path);

/// What --json, --out and --html ask for, the JSON report first. Throws InputError where they contradict each
/// other, and, as check_report_path does with overwrite, where one could not be written: all that before a
/// run of days.
std::vector<CertifyFile> certify_files(const CertifyArguments& options, bool overwrite);

}  // namespace fairshuffle
