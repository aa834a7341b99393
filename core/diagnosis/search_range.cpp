#include "core/diagnosis/search_range.hpp"

#include <cmath>
#include <numeric>

#include "core/statistics/goodness_of_fit.hpp"

namespace fairshuffle {

SuspectRange range_to_search(const std::vector<std::uint64_t>& counts) {
  const auto trials = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  const auto orders = static_cast<double>(counts.size());
  double from_fair = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - trials / orders;
    from_fair += off * off * orders / trials;
  }
  // P(chi-square >= df + 2 sqrt(df x) + 2 x) <= exp(-x): Laurent and Massart 2000, Annals of Statistics
  // 28(5), lemma 1. From here on Pearson's test rejects.
  const double x = -std::log(level_of_fit);
  const double rejected = orders - 1 + 2 * std::sqrt((orders - 1) * x) + 2 * x;
  // No cell of a law is larger than (1 + sqrt(n! phi2)) / n!, so its Pearson sum is at least this, by the
  // triangle inequality; nor smaller than (1 - sqrt(n! phi2)) / n!, so that none is pooled.
  const auto too_near = [&](double phi2) {
    const double most_of_cell = 1 + std::sqrt(orders * phi2), least_of_cell = 2 - most_of_cell;
    const double distance = std::sqrt(from_fair) - std::sqrt(trials * phi2);
    return distance > 0 && distance * distance > rejected * most_of_cell &&
           trials / orders * least_of_cell >= least_expected_of_fit;
  };
  // With N phi2 below 1/n! a law can't be told from fairness: where it passes Pearson's test its likelihood
  // ratio over fairness is far below 100.
  SuspectRange range{.least_phi2 = 1 / (orders * trials), .least_difference = 1 / (orders * trials)};
  constexpr double factor = 1.01;
  while (too_near(range.least_phi2 * factor)) range.least_phi2 *= factor;
  return range;
}

}  // namespace fairshuffle
