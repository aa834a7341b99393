#include "harness/cli/verdict_table.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "harness/cli/environment.hpp"
#include "harness/input_error.hpp"
#include "reports/terminal/heat_map.hpp"
#include "reports/verdict_words.hpp"
#include "reports/visible_text.hpp"

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

std::string shown_name(const TargetRecord& result) {
  return column_name(one_visible_line(result.name));
}

std::string rows(const std::vector<TargetRecord>& results, bool are_controls, bool colored) {
  std::size_t name_width = 6, p_width = 23;
  bool any_expected = false;
  for (const TargetRecord& result : results) {
    name_width = std::max(name_width, shown_name(result).size());
    p_width = std::max(p_width, smallest_p_text(result).size());
    any_expected = any_expected || result.expected;
  }
  std::string text = fmt::format("{:<{}}  {:<12}  {:>13}  {:<24}  {}", "target", name_width, "verdict",
                                 "trials", "total variation", "smallest adjusted p");
  if (any_expected) text += fmt::format("{:<{}}  expectation", "", p_width - 19);
  text += "\n";
  for (const TargetRecord& result : results) {
    const std::string word = fmt::format("{:<12}", verdict_word(result));
    std::string line = fmt::format("{:<{}}  {}  {:>13}  {:<24}  {:<{}}", shown_name(result), name_width,
                                   colored ? fmt::format(style_for(result), "{}", word) : word,
                                   with_commas(result.evidence.trials), bias_text(result.bias),
                                   smallest_p_text(result), any_expected ? p_width : 0);
    if (any_expected) line += "  " + expectation_text(result, are_controls);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string sentences(const std::vector<TargetRecord>& results, const TableStyle& style) {
  std::string text;
  for (const TargetRecord& result : results) {
    const std::string name = one_visible_line(result.name);
    if (!result.evidence.error.empty()) {
      text += fmt::format("\n{}\n  Failed: {}\n", name, visible_lines(result.evidence.error));
    } else if (result.verdict != Verdict::fair) {
      text += fmt::format("\n{}\n  {}\n", name, one_visible_line(result.sentence));
    }
    if (result.verdict == Verdict::biased && style.columns) {
      if (const std::string map = terminal_heat_map(result, *style.columns, style.colored); !map.empty()) {
        text += "\n" + map;
      }
    }
  }
  return text;
}

std::string fair_does_not_cover(const RunRecord& record) {
  const std::vector<std::string> lines = what_fair_leaves_open(record);
  if (lines.empty()) return "";
  std::string text = fmt::format(
      "\nWithin a false-alarm budget of {} for the whole run. Fair does not cover:\n", record.budget.alpha);
  for (const std::string& line : lines) text += fmt::format("  - {}\n", one_visible_line(line));
  return text;
}

}  // namespace

TableStyle table_style(const std::optional<std::string>& color) {
  const std::string word = color.value_or("auto");
  if (word == "always") return {.colored = true, .columns = terminal_width(stdout)};
  if (word == "never") return {};
  if (word != "auto") {
    throw InputError(fmt::format("--color: expected auto, always or never, found '{}'", word));
  }
  if (!is_terminal(stdout)) return {};
  return {.colored = wants_color(stdout), .columns = terminal_width(stdout)};
}

std::string verdict_table(const RunRecord& record, const TableStyle& style) {
  std::string text = rows(record.results, false, style.colored);
  if (!record.controls.empty()) text += "\ncontrols\n" + rows(record.controls, true, style.colored);
  text += sentences(record.results, style);
  text += fair_does_not_cover(record);
  if (!record.note.empty()) text.append("\n").append(visible_lines(record.note)).append("\n");
  return text + fmt::format("\nReproduce with: {}\n", one_visible_line(record.command));
}

}  // namespace fairshuffle
