// Whole runs on a terminal, in Markdown and as a page, against the files of them.
#include <vector>

#include <doctest/doctest.h>

#include "reports/goldens/example_findings.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/goldens/golden_texts.hpp"
#include "reports/run/run_document.hpp"

using namespace fairshuffle;

namespace {

std::vector<GoldenText> goldens() {
  const RunRecord run = example_run(), findings = example_findings();
  return {{"run/run.txt", run_text(run, {})},
          {"run/run-everything.txt", run_text(run, {.columns = 100, .everything = true})},
          {"run/findings.txt", run_text(findings, {.pictures = true})},
          {"run/findings-everything.txt", run_text(findings, {.columns = 100, .everything = true})},
          {"findings.md", run_markdown(findings)},
          {"run/findings.html", run_page(findings)}};
}

}  // namespace

TEST_CASE("two runs of many findings are their golden texts and page, byte for byte") {
  check_goldens(goldens());
  // Those of all report formats.
  const RunRecord run = example_run();
  check_goldens(std::vector<GoldenText>{{"report.md", run_markdown(run)}, {"report.html", run_page(run)}});
}

// Run from the root of the repository, by name, when a run's document is meant to change.
TEST_CASE("the golden texts of runs are written anew" * doctest::skip()) {
  write_goldens(goldens());
}
