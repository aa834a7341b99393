#include "core/verdict/bet_records.hpp"

#include <algorithm>
#include <limits>

#include "core/statistics/bet_laws.hpp"
#include "core/statistics/clopper_pearson.hpp"

namespace fairshuffle {

std::vector<BetRecord> bet_records(const Tally& whole, bool linked, double confidence) {
  std::vector<BetRecord> records;
  std::size_t values = 0;
  for (const BetCounts::Counted& counted : whole.bets.all()) {
    BetRecord& record = records.emplace_back();
    record.name = counted.bet.name;
    record.confidence = confidence;
    const std::vector<double> law = bet_law(counted.bet, whole.deck_size);
    record.mean_fair = mean_of_law(law);
    for (std::size_t value = 0; value < law.size(); ++value) {
      if (law[value] == 0) continue;
      record.values.push_back({.value = value_name(counted.bet, value),
                               .fair = law[value],
                               .count = counted.by_value[value],
                               .lower = {},
                               .upper = {}});
      record.mean += static_cast<double>(value) * static_cast<double>(counted.by_value[value]);
    }
    values += record.values.size();
    if (whole.trials > 0) record.mean /= static_cast<double>(whole.trials);
  }
  if (linked || whole.trials == 0) return records;
  // The highest confidence below 1 leaves an error that a double can still share out.
  const double error = std::max(1 - confidence, std::numeric_limits<double>::epsilon());
  for (BetRecord& record : records) {
    for (BetValue& value : record.values) {
      const Interval interval =
          clopper_pearson(value.count, whole.trials, error / static_cast<double>(values));
      value.lower = interval.lower;
      value.upper = interval.upper;
    }
  }
  return records;
}

}  // namespace fairshuffle
