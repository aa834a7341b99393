#include "core/verdict/part_records.hpp"

#include <cmath>

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
          .p_value = result.p_value.p,
          .log10_p = result.p_value.log10_p,
          .phi2 = counted.part.phi2,
          .share = {}};
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

}  // namespace fairshuffle
