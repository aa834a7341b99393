// The formats that a run record is drawn in, beside the JSON report that they can be redrawn from.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/record/findings.hpp"

namespace fairshuffle {

struct ReportFormat {
  std::string_view name;    ///< as --format takes it
  std::string_view ending;  ///< of its files, with the dot
  std::string_view sentence;
  bool goes_with_report;  ///< drawn beside every JSON report in a folder: small, and opened by somebody
  /// Computes nothing, and the same record gives the same bytes. Throws std::invalid_argument for a record
  /// that no run can give, std::length_error for one that is too large for the format.
  std::string (*draw)(const RunRecord& run);
};

std::span<const ReportFormat> all_report_formats();

/// The format of that name, or null.
const ReportFormat* report_format_named(std::string_view name);

/// One suite, valid against reports/schema/junit.xsd and so against the xUnit schema of Jenkins. Its first
/// case is the run, an error where the run has no verdict; then there is a case for each target and each
/// control:
///   - it passes with the verdict that was due (the expected one, or fair where nothing was expected);
///   - another verdict is a failure;
///   - inconclusive is an error, since the case ended without an answer: a failure would claim a bias;
///   - a target that could not be run is an error;
///   - where a control came out wrong no verdict of the run counts: what would pass is skipped.
/// Class name and name are unique, a case's time is that of its target's trials and judging, the environment
/// stands at the end. Control characters, which XML cannot hold, become their Unicode pictures.
std::string junit_report(const RunRecord& run);

}  // namespace fairshuffle
