#include "reports/words/part_words.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

std::string part_words(std::span<const PartRecord> parts) {
  const auto is_clear = [](const PartRecord& part) {
    // The statistic is chi-square under fairness, so this asks for four standard deviations.
    const double degrees_of_freedom = part.degrees_of_freedom;
    return part.share && part.applied &&
           part.statistic > degrees_of_freedom + 4 * std::sqrt(2 * degrees_of_freedom);
  };
  std::vector<const PartRecord*> clear;
  for (const PartRecord& part : parts) {
    if (is_clear(part)) clear.push_back(&part);
  }
  if (clear.empty() || parts.size() == 1) return "";
  std::ranges::stable_sort(clear, std::ranges::greater{},
                           [](const PartRecord* part) { return *part->share; });
  const auto text_of = [](const PartRecord& part) {
    return fmt::format("{} ({})", part.name, fmt::join(part.partition, ","));
  };
  const PartRecord& largest = *clear.front();
  // What too few trials judged may be the most of it.
  if (std::ranges::any_of(parts, [&largest](const PartRecord& part) {
        return part.share && !part.applied && *part.share > *largest.share;
      })) {
    return "";
  }
  if (*largest.share < 1. / 6) {
    return fmt::format("by phi2, the bias is spread over {} of {} parts of the law, most in {} with {}",
                       clear.size(), parts.size(), text_of(largest), percent_text(*largest.share));
  }
  // Up to five, down to half of the largest, and always three: equal shares are told all together or not.
  std::string text;
  for (std::size_t index = 0; index < std::min<std::size_t>(5, clear.size()); ++index) {
    const PartRecord& part = *clear[index];
    if (*part.share < (index < 3 ? 0.05 : *largest.share / 2)) break;
    // An estimate may come out above all of it.
    text +=
        fmt::format("{} {} {} {}", text.empty() ? "by phi2," : ",", percent_text(std::min(1., *part.share)),
                    text.empty() ? "of the bias lies in" : "in", text_of(part));
  }
  return text;
}

}  // namespace fairshuffle
