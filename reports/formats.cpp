#include "reports/formats.hpp"

#include <algorithm>
#include <iterator>

#include "reports/csv_report.hpp"
#include "reports/run/run_document.hpp"

namespace fairshuffle {

namespace {

// The one table of formats: a new one is a renderer and a line here.
constexpr ReportFormat formats[] = {
    {"html", ".html", "a page with pictures, for people", true, run_page},
#ifndef FAIRSHUFFLE_WITHOUT_JUNIT
    {"junit", ".junit.xml", "a test for each target, for CI servers", true, junit_report},
#endif
    {"markdown", ".md", "the verdicts, for the summary of a CI step", true, run_markdown},
    {"csv", ".csv", "the counts, for tools of your own", false, csv_report},
};

}  // namespace

std::span<const ReportFormat> all_report_formats() {
  return formats;
}

const ReportFormat* report_format_named(std::string_view name) {
  const auto* found = std::ranges::find(formats, name, &ReportFormat::name);
  return found == std::ranges::end(formats) ? nullptr : found;
}

}  // namespace fairshuffle
