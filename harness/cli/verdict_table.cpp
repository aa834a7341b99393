#include "harness/cli/verdict_table.hpp"

#include <algorithm>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/verdict_words.hpp"

namespace fairshuffle {

namespace {

fmt::text_style style_for(const TargetRecord& result) {
  if (!result.verdict) return fmt::emphasis::bold | fmt::fg(fmt::terminal_color::magenta);
  switch (*result.verdict) {
    case Verdict::fair:
      return fmt::fg(fmt::terminal_color::green);
    case Verdict::inconclusive:
      return fmt::fg(fmt::terminal_color::yellow);
    case Verdict::biased:
    case Verdict::invalid:
      break;
  }
  return fmt::emphasis::bold | fmt::fg(fmt::terminal_color::red);
}

std::string rows(const std::vector<TargetRecord>& results, bool are_controls, bool colored) {
  std::size_t name_width = 6, p_width = 23;
  bool any_expected = false;
  for (const TargetRecord& result : results) {
    name_width = std::max(name_width, column_name(result.name).size());
    p_width = std::max(p_width, smallest_p_text(result).size());
    any_expected = any_expected || result.expected;
  }
  std::string text = fmt::format("{:<{}}  {:<12}  {:>13}  {:<24}  {}", "target", name_width, "verdict",
                                 "trials", "total variation", "smallest adjusted p");
  if (any_expected) text += fmt::format("{:<{}}  expectation", "", p_width - 19);
  text += "\n";
  for (const TargetRecord& result : results) {
    const std::string word = fmt::format("{:<12}", verdict_word(result));
    std::string line =
        fmt::format("{:<{}}  {}  {:>13}  {:<24}  {:<{}}", column_name(result.name), name_width,
                    colored ? fmt::format(style_for(result), "{}", word) : word, with_commas(result.trials),
                    bias_text(result.bias), smallest_p_text(result), any_expected ? p_width : 0);
    if (any_expected) line += "  " + expectation_text(result, are_controls);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string sentences(const std::vector<TargetRecord>& results) {
  std::string text;
  for (const TargetRecord& result : results) {
    if (!result.error.empty()) {
      text += fmt::format("\n{}\n  Failed: {}\n", result.name, result.error);
    } else if (result.verdict != Verdict::fair) {
      text += fmt::format("\n{}\n  {}\n", result.name, result.sentence);
    }
  }
  return text;
}

std::string fair_does_not_cover(const RunRecord& record) {
  const std::vector<std::string> lines = what_fair_leaves_open(record);
  if (lines.empty()) return "";
  std::string text = fmt::format(
      "\nWithin a false-alarm budget of {} for the whole run. Fair does not cover:\n", record.budget.alpha);
  for (const std::string& line : lines) text += fmt::format("  - {}\n", line);
  return text;
}

}  // namespace

std::string verdict_table(const RunRecord& record, bool colored) {
  std::string text = rows(record.results, false, colored);
  if (!record.controls.empty()) text += "\ncontrols\n" + rows(record.controls, true, colored);
  text += sentences(record.results);
  text += fair_does_not_cover(record);
  if (!record.note.empty()) text += "\n" + record.note + "\n";
  return text;
}

}  // namespace fairshuffle
