#include "reports/verdict_words.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"
#include "reports/words/bet_words.hpp"

namespace fairshuffle {

namespace {

// Names by comma, as a reader has them.
std::string with_spaces(std::string names) {
  for (std::size_t comma = names.find(','); comma != std::string::npos; comma = names.find(',', comma + 1)) {
    names.insert(comma + 1, " ");
  }
  return names;
}

}  // namespace

std::string verdict_word(const TargetRecord& result) {
  return result.verdict ? to_text(*result.verdict) : "failed";
}

std::string bias_text(const TargetRecord& result) {
  return result.verdict == Verdict::biased && result.linked ? "decks are linked" : bias_text(result.bias);
}

std::string bias_text(const BiasRecord& bias) {
  if (!bias.tv_upper && bias.tv_lower.value_or(0) > 0) return ">= " + rounded_down(*bias.tv_lower);
  if (!bias.tv_lower || !bias.tv_upper) return "not bounded";
  const std::string upper = rounded_up(*bias.tv_upper);
  if (bounds_all_bets(bias)) {
    return *bias.tv_lower > 0 ? fmt::format("{} .. {}", rounded_down(*bias.tv_lower), upper) : "<= " + upper;
  }
  if (*bias.tv_lower > 0) return ">= " + rounded_down(*bias.tv_lower);
  return fmt::format("<= {} ({})", upper, bias.covers == "positions" ? "one card" : with_spaces(bias.covers));
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
  return adjusted_p_text(strongest->adjusted_p) + " " + strongest->name;
}

std::string expectation_text(const TargetRecord& result, bool is_control) {
  if (!result.expected) return "";
  if (is_control && result.expected == Verdict::fair && result.verdict == Verdict::inconclusive)
    return "not biased";
  return result.verdict == result.expected ? "as expected"
                                           : fmt::format("EXPECTED {}", to_text(*result.expected));
}

std::string adjusted_p_text(double adjusted_p) {
  return adjusted_p > 0 ? short_number(adjusted_p, 2) : "< 1e-300";
}

}  // namespace fairshuffle
