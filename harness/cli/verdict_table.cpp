#include "harness/cli/verdict_table.hpp"

#include <algorithm>

#include <fmt/color.h>
#include <fmt/format.h>

#include "core/verdict/number_text.hpp"

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
  const std::string cards = bias.covers == "positions" ? " (one card)" : "";
  if (*bias.tv_lower <= 0) return fmt::format("<= {}{}", rounded_up(*bias.tv_upper), cards);
  return fmt::format("{} .. {}{}", rounded_down(*bias.tv_lower), rounded_up(*bias.tv_upper), cards);
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

std::string expectation_text(const TargetRecord& result) {
  if (!result.expected) return "";
  return result.verdict == result.expected ? "as expected"
                                           : fmt::format("EXPECTED {}", to_text(*result.expected));
}

std::string rows(const std::vector<TargetRecord>& results, bool colored) {
  std::size_t name_width = 6;
  bool any_expected = false;
  for (const TargetRecord& result : results) {
    name_width = std::max(name_width, result.name.size());
    any_expected = any_expected || result.expected;
  }
  std::string text = fmt::format("{:<{}}  {:<12}  {:>13}  {:<24}  {}\n", "target", name_width, "verdict",
                                 "trials", "total variation", "smallest adjusted p");
  if (any_expected) text.insert(text.size() - 1, "      expectation");
  for (const TargetRecord& result : results) {
    const std::string word = fmt::format("{:<12}", word_for(result));
    std::string line =
        fmt::format("{:<{}}  {}  {:>13}  {:<24}  {:<{}}", result.name, name_width,
                    colored ? fmt::format(style_for(result), "{}", word) : word, with_commas(result.trials),
                    bias_text(result.bias), p_text(result), any_expected ? 23 : 0);
    if (any_expected) line += "  " + expectation_text(result);
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

}  // namespace

std::string verdict_table(const RunRecord& record, bool colored) {
  std::string text = rows(record.results, colored);
  if (!record.controls.empty()) text += "\ncontrols\n" + rows(record.controls, colored);
  text += sentences(record.results);
  if (!record.note.empty()) text += "\n" + record.note + "\n";
  return text;
}

}  // namespace fairshuffle
