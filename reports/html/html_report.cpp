#include "reports/html/html_report.hpp"

#include <span>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/html/markup.hpp"
#include "reports/html/page.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/target_section.hpp"
#include "reports/html/words.hpp"
#include "reports/verdict_words.hpp"

namespace fairshuffle {

namespace {

std::string facts_of(const TargetRecord& result, bool is_control) {
  const std::string expectation = expectation_text(result, is_control);
  return fmt::format("{} trials \u00b7 total variation {} \u00b7 smallest adjusted p {}{}{}",
                     with_commas(result.evidence.trials), bias_text(result.bias), smallest_p_text(result),
                     expectation.empty() ? "" : " \u00b7 ", expectation);
}

std::string verdict_table(std::span<const TargetRecord> results, std::string_view id, bool are_controls) {
  std::string out = "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">verdict</th>";
  out += "<th scope=\"col\">target</th></tr></thead>\n<tbody>\n";
  for (std::size_t index = 0; index < results.size(); ++index) {
    const TargetRecord& result = results[index];
    out += fmt::format("<tr><td class=\"verdict {0}\">{0}</td><td><a href=\"#{1}{2}\">{3}</a>\n",
                       verdict_word(result), id, index + 1, escaped_with_breaks(result.name));
    out.append("<p>")
        .append(escaped(result.evidence.error.empty() ? result.sentence : result.evidence.error))
        .append("</p>\n");
    if (result.evidence.error.empty()) {
      out.append("<p class=\"facts\">").append(escaped(facts_of(result, are_controls))).append("</p>");
    }
    out += "</td></tr>\n";
  }
  return out + "</tbody></table>\n";
}

std::string title_of(const RunRecord& run) {
  return run.verdict ? fmt::format("Shuffles certified: {}", to_text(*run.verdict))
                     : "Shuffles certified: no verdict";
}

std::string lead_of(const RunRecord& run) {
  if (!run.note.empty()) return run.note;
  return run.results.size() == 1
             ? "One target was put to the tests."
             : fmt::format("{} targets were put to the tests; the worst gives the verdict.",
                           run.results.size());
}

std::string budget_words(const RunRecord& run) {
  std::string words = fmt::format(
      "Within a false-alarm budget of {:g} for the whole run. Bounds hold with {:g} % confidence; a target "
      "is fair "
      "when no bet gains more than {:g}. ",
      run.budget.alpha, 100 * run.budget.confidence, run.budget.tolerance);
  words += run.fixed_trials
               ? fmt::format("One look, at {} trials.", with_commas(run.max_trials))
               : fmt::format("Looks at doubling numbers of trials, up to {}.", with_commas(run.max_trials));
  return words;
}

std::string reproduce_part(const RunRecord& run) {
  return fmt::format(
      "<section>\n<h2>How to reproduce</h2>\n<p class=\"command\"><code>{}</code></p>\n<p "
      "class=\"aside\">fairshuffle {}, seed {}. The "
      "same command gives the same counts wherever the targets follow the seed.</p>\n</section>\n",
      escaped_with_breaks(run.command), escaped(run.tool_version), run.seed);
}

std::string environment_part(const Environment& environment) {
  HtmlTable table("What another run of the same command may show otherwise", {"what", "value"});
  table.row({"started", environment.started});
  table.row({"seconds", fmt::format("{:.4g}", environment.seconds)});
  table.row({"threads", std::to_string(environment.threads)});
  table.row({"host", environment.host});
  table.row({"system", environment.system});
  table.row({"compiler", environment.compiler});
  table.row({"vectors", environment.vectors});
  return "<section>\n<h2>Environment</h2>\n" + table.finish() + "</section>\n";
}

std::string sections_of(std::span<const TargetRecord> results, const Budget& budget, std::string_view id) {
  std::string out;
  for (std::size_t index = 0; index < results.size(); ++index) {
    out += target_section(results[index], budget, fmt::format("{}{}", id, index + 1));
  }
  return out;
}

}  // namespace

std::string html_report(const RunRecord& run) {
  std::string content = verdict_table(run.results, "target-", false);
  if (!run.controls.empty()) {
    content += "<h3>Controls, whose truth is known</h3>\n";
    content += verdict_table(run.controls, "control-", true);
  }
  content.append("<p class=\"aside\">").append(escaped(budget_words(run))).append("</p>\n");
  if (run.results.size() > 1) content += tv_intervals(run.results, run.budget.tolerance, "all-bias");
  content += sections_of(run.results, run.budget, "target-");
  content += sections_of(run.controls, run.budget, "control-");
  content += reproduce_part(run);
  content += environment_part(run.environment);
  return html_page(title_of(run), lead_of(run), content);
}

}  // namespace fairshuffle
