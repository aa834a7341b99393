#include "core/verdict/part_records.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/parts.hpp"

namespace fairshuffle {

namespace {

// The standard deviation of an estimated phi2 under fairness.
double noise_of_phi2(double degrees_of_freedom, std::uint64_t trials) {
  return std::sqrt(2 * degrees_of_freedom) / static_cast<double>(trials);
}

PartRecord record_of(CountedPart counted) {
  const TestResult& result = counted.result;
  return {.partition = std::move(counted.part.partition),
          .name = std::move(counted.part.name),
          .judged_by = result.name,
          .dimension = counted.part.dimension,
          .applied = result.applied,
          .statistic = result.statistic,
          .degrees_of_freedom = result.degrees_of_freedom,
          .p_value = result.upper_tail.p,
          .log10_p = result.upper_tail.log10_p,
          .phi2 = counted.part.phi2,
          .share = {}};
}

bool is_clear(const PartRecord& part) {
  // T is chi-square under fairness, so this asks for four standard deviations.
  const double degrees_of_freedom = part.degrees_of_freedom;
  return part.applied && part.statistic > degrees_of_freedom + 4 * std::sqrt(2 * degrees_of_freedom);
}

}  // namespace

std::vector<PartRecord> part_records(const Tally& whole, const Findings& findings) {
  std::vector<PartRecord> parts;
  if (!whole.orders || whole.deck_size < 2 || whole.deck_size > largest_deck_of_parts || whole.trials < 2) {
    return parts;
  }
  double phi2 = 0, degrees_of_freedom = 0;
  for (CountedPart& counted : counted_parts(whole)) {
    phi2 += counted.part.phi2;
    degrees_of_freedom += static_cast<double>(counted.part.dimension * counted.part.dimension);
    parts.push_back(record_of(std::move(counted)));
  }
  const bool shares = findings.verdict == Verdict::biased && !findings.linked &&
                      phi2 > 3 * noise_of_phi2(degrees_of_freedom, whole.trials);
  if (shares) {
    for (PartRecord& part : parts) part.share = part.phi2 / phi2;
  }
  return parts;
}

std::string where_the_bias_lies(std::span<const PartRecord> parts) {
  std::vector<const PartRecord*> clear;
  for (const PartRecord& part : parts) {
    if (part.share && is_clear(part)) clear.push_back(&part);
  }
  if (clear.empty() || parts.size() == 1) return "";
  std::ranges::stable_sort(clear, std::ranges::greater{},
                           [](const PartRecord* part) { return *part->share; });
  const PartRecord& largest = *clear.front();
  if (*largest.share < 1. / 6) {
    return fmt::format(" By phi2, the bias is spread over {} of {} parts of the law, most in {} {} with {}.",
                       clear.size(), parts.size(), largest.name, to_text(largest.partition),
                       percent_text(*largest.share));
  }
  // Up to five, down to half of the largest, and always three: equal shares are told all together or not.
  std::string text;
  for (std::size_t told = 0; told < std::min<std::size_t>(5, clear.size()); ++told) {
    const PartRecord& part = *clear[told];
    if (*part.share < (told < 3 ? 0.05 : *largest.share / 2)) break;
    text += fmt::format("{} {} {} {} {}", text.empty() ? " By phi2," : ",", percent_text(*part.share),
                        text.empty() ? "of the bias lies in" : "in", part.name, to_text(part.partition));
  }
  return text + ".";
}

}  // namespace fairshuffle
