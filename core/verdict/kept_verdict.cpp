#include "core/verdict/kept_verdict.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fairshuffle {

bool rests_on_kept_tests(const TargetRecord& record, std::span<const std::string_view> kept_tests,
                         bool others_keep) {
  if (record.verdict == Verdict::invalid) return false;
  const double log10_alpha = std::log10(record.alpha_at_look);
  const double log10_least = log10_alpha - std::log10(static_cast<double>(record.family));
  const auto rejects_by_itself = [&](const TestRecord& test) {
    const bool is_kept = std::ranges::find(kept_tests, test.test) != kept_tests.end();
    return test.applied && !is_kept && test.log10_p <= log10_least;
  };
  if (std::ranges::any_of(record.tests, rejects_by_itself)) return false;
  const auto may_be_rejected = [&](const TestRecord& test) {
    return test.applied && test.log10_p <= log10_alpha;
  };
  return !kept_tests.empty() || (others_keep && std::ranges::any_of(record.tests, may_be_rejected));
}

std::string words_of_kept_tests(std::span<const std::string_view> kept_tests, bool verdict_rests) {
  if (kept_tests.empty()) return verdict_rests ? "the verdict as far as it rests on other targets" : "";
  std::string words = kept_tests.size() == 1 ? "the statistic of " : "the statistics of ";
  for (std::size_t index = 0; index < kept_tests.size(); ++index) {
    if (index > 0) words += index + 1 < kept_tests.size() ? ", " : " and ";
    words += kept_tests[index];
  }
  if (verdict_rests) {
    words +=
        fmt::format(", and the verdict as far as it rests on {}", kept_tests.size() == 1 ? "it" : "them");
  }
  return words;
}

}  // namespace fairshuffle
