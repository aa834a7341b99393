#include "core/verdict/power_record.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include <boost/math/distributions/normal.hpp>

#include "core/diagnosis/visible_mistakes.hpp"
#include "core/order/order.hpp"
#include "core/statistics/bias_bounds.hpp"

namespace fairshuffle {

namespace {

// For means of few numbers, which are neither normal nor have the variance of a fair shuffle's: as for rare
// cards, whose number has a Poisson law, of mean 1 under fairness and more by the bias; other means take
// fewer trials. Their tail is heavier by its skewness (Cornish and Fisher 1938: at 1e-9 the quantile lies 1.5
// sqrt(N) trials farther out).
double trials_of_mean(double noncentrality_needed, double noncentrality_of_trial) {
  const double bias = std::sqrt(noncentrality_of_trial);
  const double wider = quantile(boost::math::normal(), PowerRecord{}.power) * (std::sqrt(1 + bias) - 1);
  const double root = (std::sqrt(noncentrality_needed) + wider) / bias;
  return root * root + 1.5 * root;
}

// By the applied test of these findings that takes fewest trials.
class Trials {
 public:
  explicit Trials(const Findings& findings)
      : findings_(findings), level_(findings.alpha_at_look / static_cast<double>(findings.family)) {}

  /// Nothing where no test looked for it.
  std::optional<MistakeInReach> that_show(const VisibleMistake& mistake) {
    std::optional<MistakeInReach> soonest;
    for (const Sight& sight : mistake.sights) {
      const TestRecord* test = test_named(findings_.tests, sight.test);
      if (test == nullptr || !test->applied || sight.noncentrality <= 0) continue;
      const double needed = noncentrality(sight.degrees_of_freedom, sight.cells);
      const double trials = sight.test.starts_with("mean ") ? trials_of_mean(needed, sight.noncentrality)
                                                            : needed / sight.noncentrality;
      if (!soonest || trials < soonest->trials) {
        soonest = {.target = mistake.target, .found_by = sight.test, .trials = trials};
      }
    }
    return soonest;
  }

 private:
  // Each takes a search.
  double noncentrality(double degrees_of_freedom, double cells) {
    const auto [found, is_new] = needed_.try_emplace({degrees_of_freedom, cells}, 0);
    if (is_new) found->second = noncentrality_needed(degrees_of_freedom, level_ / cells, PowerRecord{}.power);
    return found->second;
  }

  const Findings& findings_;
  double level_;
  std::map<std::pair<double, double>, double> needed_;
};

}  // namespace

std::optional<PowerRecord> power_record(const Findings& findings, int deck_size, std::uint64_t trials) {
  if (deck_size < smallest_large_deck || trials == 0) return std::nullopt;
  PowerRecord record;
  Trials needed(findings);
  for (const LineOfMistakes& line : visible_mistakes(deck_size)) {
    std::optional<MistakeInReach> hardest_found, nearest_missed;
    for (const VisibleMistake& mistake : line) {
      const std::optional<MistakeInReach> in_reach = needed.that_show(mistake);
      if (!in_reach) continue;
      if (in_reach->trials <= static_cast<double>(trials)) {
        if (!hardest_found || in_reach->trials > hardest_found->trials) hardest_found = in_reach;
      } else if (!nearest_missed || in_reach->trials < nearest_missed->trials) {
        nearest_missed = in_reach;
      }
    }
    if (hardest_found) record.found.push_back(*hardest_found);
    if (nearest_missed) record.missed.push_back(*nearest_missed);
  }
  std::ranges::stable_sort(record.found, std::ranges::greater{}, &MistakeInReach::trials);
  std::ranges::stable_sort(record.missed, {}, &MistakeInReach::trials);
  return record;
}

}  // namespace fairshuffle
