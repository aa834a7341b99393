#include "reports/verdict_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/record/bound_text.hpp"

namespace fairshuffle {

std::string verdict_word(const TargetRecord& result) {
  return result.verdict ? to_text(*result.verdict) : "failed";
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

std::string smallest_p_text(const TargetRecord& result) {
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

std::vector<std::string> what_fair_leaves_open(const RunRecord& run) {
  std::vector<std::string> lines;
  for (const TargetRecord& result : run.results) {
    if (result.verdict != Verdict::fair) continue;
    for (const std::string& line : result.blind_spots) {
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
  }
  return lines;
}

}  // namespace fairshuffle
