#include "reports/formats.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "reports/goldens/example_run.hpp"
#include "reports/json_reader.hpp"
#include "reports/json_report.hpp"

using namespace fairshuffle;

namespace {

std::string golden_path(const ReportFormat& format) {
  return "reports/goldens/report" + std::string(format.ending);
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file, path);
  return (std::ostringstream() << file.rdbuf()).str();
}

}  // namespace

TEST_CASE("the example run in every format is that format's golden file, byte for byte") {
  INFO("if the change is wanted: scripts/goldens");
  for (const ReportFormat& format : all_report_formats()) {
    CHECK_MESSAGE(format.draw(example_run()) == file_text(golden_path(format)), std::string(format.name));
  }
}

// Run from the root of the repository, by name, when a format is meant to change.
TEST_CASE("the golden files are written anew" * doctest::skip()) {
  for (const ReportFormat& format : all_report_formats()) {
    std::ofstream(golden_path(format), std::ios::binary) << format.draw(example_run());
    CHECK(file_text(golden_path(format)) == format.draw(example_run()));
  }
}

TEST_CASE("a record read back from its JSON report is drawn as the one that was written") {
  const RunRecord read_back = run_from_json(json_report(example_run()));
  for (const ReportFormat& format : all_report_formats()) {
    CHECK_MESSAGE(format.draw(read_back) == format.draw(example_run()), std::string(format.name));
  }
}

TEST_CASE("every format has its own name and its own ending, and draws an empty run") {
  for (const ReportFormat& format : all_report_formats()) {
    CHECK(report_format_named(format.name) == &format);
    CHECK(format.ending.starts_with('.'));
    CHECK_FALSE(format.draw(RunRecord{}).empty());
    for (const ReportFormat& other : all_report_formats()) {
      CHECK((&other == &format || other.ending != format.ending));
    }
  }
  CHECK(report_format_named("jUnit") == nullptr);
  CHECK(report_format_named("") == nullptr);
}
