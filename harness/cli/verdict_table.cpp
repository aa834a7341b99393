#include "harness/cli/verdict_table.hpp"

#include <algorithm>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/verdict/bound_text.hpp"

namespace fairshuffle {

namespace {

std::string word_for(const TargetRecord& result) {
  return result.verdict ? to_text(*result.verdict) : "failed";
}

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

std::string bias_text(const BiasRecord& bias) {
  if (!bias.tv_lower || !bias.tv_upper) return "not bounded";
  const std::string upper = rounded_up(*bias.tv_upper);
  if (bias.covers == "orders") {
    return *bias.tv_lower > 0 ? fmt::format("{} .. {}", rounded_down(*bias.tv_lower), upper) : "<= " + upper;
  }
  if (*bias.tv_lower > 0) return ">= " + rounded_down(*bias.tv_lower);
  return fmt::format("<= {} (one card)", upper);
}

std::string p_text(const TargetRecord& result) {
  const TestRecord* strongest = nullptr;
  for (const TestRecord& test : result.tests) {
    if (!test.applied) continue;
    const bool stronger = strongest == nullptr || test.adjusted_p < strongest->adjusted_p ||
                          (test.adjusted_p == strongest->adjusted_p && test.log10_p < strongest->log10_p);
    if (stronger) strongest = &test;
  }
  if (strongest == nullptr) return "-";
  if (strongest->adjusted_p <= 0) return "< 1e-300 " + strongest->name;
  return fmt::format("{:.2g} {}", strongest->adjusted_p, strongest->name);
}

std::string expectation_text(const TargetRecord& result, bool is_control) {
  if (!result.expected) return "";
  if (is_control && result.expected == Verdict::fair && result.verdict == Verdict::inconclusive)
    return "not biased";
  return result.verdict == result.expected ? "as expected"
                                           : fmt::format("EXPECTED {}", to_text(*result.expected));
}

// A name that fits a column. What tells targets apart stands at its end as often as at its beginning.
std::string column_name(const std::string& name) {
  constexpr std::size_t longest = 64, at_end = 24;
  if (name.size() <= longest) return name;
  const auto inside_character = [&name](std::size_t at) {
    return (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80;
  };
  std::size_t begin = longest - at_end - 3, end = name.size() - at_end;
  while (inside_character(begin)) --begin;
  while (end < name.size() && inside_character(end)) ++end;
  return name.substr(0, begin) + "..." + name.substr(end);
}

std::string rows(const std::vector<TargetRecord>& results, bool are_controls, bool colored) {
  std::size_t name_width = 6, p_width = 23;
  bool any_expected = false;
  for (const TargetRecord& result : results) {
    name_width = std::max(name_width, column_name(result.name).size());
    p_width = std::max(p_width, p_text(result).size());
    any_expected = any_expected || result.expected;
  }
  std::string text = fmt::format("{:<{}}  {:<12}  {:>13}  {:<24}  {}", "target", name_width, "verdict",
                                 "trials", "total variation", "smallest adjusted p");
  if (any_expected) text += fmt::format("{:<{}}  expectation", "", p_width - 19);
  text += "\n";
  for (const TargetRecord& result : results) {
    const std::string word = fmt::format("{:<12}", word_for(result));
    std::string line =
        fmt::format("{:<{}}  {}  {:>13}  {:<24}  {:<{}}", column_name(result.name), name_width,
                    colored ? fmt::format(style_for(result), "{}", word) : word, with_commas(result.trials),
                    bias_text(result.bias), p_text(result), any_expected ? p_width : 0);
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

// What a fair verdict leaves open, each line once for all fair targets.
std::string what_fair_leaves_open(const RunRecord& record) {
  std::vector<std::string> lines;
  for (const TargetRecord& result : record.results) {
    if (result.verdict != Verdict::fair) continue;
    for (const std::string& line : result.blind_spots) {
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
  }
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
  text += what_fair_leaves_open(record);
  if (!record.note.empty()) text += "\n" + record.note + "\n";
  return text;
}

}  // namespace fairshuffle
