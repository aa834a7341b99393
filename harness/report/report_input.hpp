// A report file that somebody hands back to the program, held to its schema.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Room for a dozen decks of ten cards, each with 3,628,800 counts.
inline constexpr std::size_t largest_report_file = 512 * 1024 * 1024;

/// The run whose report the file is. Throws InputError, in one sentence that names the file and the place in
/// it as a JSON pointer, when it cannot be read, is larger than largest_report_file, is no JSON, says a
/// member twice, breaks reports/schema/report.schema.json, or holds a seed of 2^64 or more. Whether the
/// numbers agree with each other is not looked at.
RunRecord read_report(const std::filesystem::path& path);

/// The same of a text, which stood in `file`.
RunRecord report_in(std::string_view text, const std::string& file);

/// The run, beside the very text of its report.
struct ReportFile {
  std::string text;
  RunRecord run;
};
ReportFile read_report_file(const std::filesystem::path& path);

}  // namespace fairshuffle
