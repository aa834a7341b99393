#include "reports/run/run_reports.hpp"

#include "reports/run/run_document.hpp"

namespace fairshuffle {

std::string run_text(const RunRecord& run, const TerminalStyle& style, const std::optional<Section>& next) {
  Document document = run_document(run);
  if (next) document.sections.push_back(*next);
  return as_terminal_text(document, style);
}

std::string run_markdown(const RunRecord& run) {
  return as_markdown(run_document(run, {.most_rows = 1000, .most_told = 100, .longest_command = 20'000}));
}

std::string run_page(const RunRecord& run) {
  return as_html(run_document(run));
}

}  // namespace fairshuffle
