// The formats that a run record is drawn in, beside the JSON report that they can be redrawn from.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/record/run_record.hpp"

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

/// Their names, in that order.
std::span<const std::string_view> report_format_names();

/// The format of that name, or null.
const ReportFormat* report_format_named(std::string_view name);

}  // namespace fairshuffle
