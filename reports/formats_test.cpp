#include "reports/formats.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "reports/goldens/example_findings.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/goldens/golden_texts.hpp"
#include "reports/json_report.hpp"
#include "reports/run/run_document.hpp"

using namespace fairshuffle;

namespace {

std::vector<GoldenText> goldens() {
  std::vector<GoldenText> goldens = {{"findings.junit.xml", junit_report(example_findings())},
                                     {"findings.github.txt", github_annotations(example_findings())}};
  for (const ReportFormat& format : all_report_formats()) {
    goldens.push_back({"report" + std::string(format.ending), format.draw(example_run())});
  }
  return goldens;
}

}  // namespace

TEST_CASE("the example runs in every format are that format's golden files, byte for byte") {
  check_goldens(goldens());
}

// Run from the root of the repository, by name, when a format is meant to change.
TEST_CASE("the golden files are written anew" * doctest::skip()) {
  write_goldens(goldens());
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
