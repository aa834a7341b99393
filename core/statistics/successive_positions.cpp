#include "core/statistics/successive_positions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/statistics/quotients.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

struct FollowingCell {
  std::uint64_t count;
  double share;     // that is due
  double deviance;  // half of it
};

// No two pairs of a class share a trial, and one of the classes is at least as far off as all together.
double log10_p_of_cells(const FollowingCell& above, const FollowingCell& below, std::uint64_t pairs,
                        std::uint64_t classes, double cells) {
  const double alike = 2 * static_cast<double>(classes) * cells;
  const TailProbability often = binomial_upper_tail((above.count + classes - 1) / classes,
                                                    (pairs + classes - 1) / classes, above.share);
  const TailProbability seldom = binomial_lower_tail(below.count / classes, pairs / classes, below.share);
  return std::min(times(often, alike).log10_p, times(seldom, alike).log10_p);
}

}  // namespace

SuccessivePositions successive_positions(const Tally& whole) {
  const auto n = static_cast<std::size_t>(whole.deck_size);
  const std::uint64_t pairs = whole.quotients.pairs;
  if (n < 2 || whole.trials < 2 || pairs < 2) return {};
  const Tally quotients = tally_of_quotients(whole);
  const auto trials = static_cast<double>(whole.trials), of_pairs = static_cast<double>(pairs);
  std::vector<double> counts(n * n);  // [card][position]
  for (std::size_t cell = 0; cell < n * n; ++cell) {
    counts[cell % n * n + cell / n] = static_cast<double>(whole.positions.cells()[cell]);
  }
  FollowingCell above{.count = 0, .share = 0, .deviance = 0},
      below{.count = pairs, .share = 1, .deviance = 0};
  double squares = 0, least_due = of_pairs;
  std::vector<double> together(n);
  for (std::size_t to = 0; to < n; ++to) {
    std::ranges::fill(together, 0);
    for (std::size_t card = 0; card < n; ++card) {
      const double* const at = &counts[card * n];
      for (std::size_t from = 0; from < n; ++from) together[from] += at[to] * at[from];
    }
    together[to] -= trials;
    for (std::size_t from = 0; from < n; ++from) {
      const double share = together[from] / (trials * (trials - 1)), due = share * of_pairs;
      const std::uint64_t count = quotients.positions.cells()[to * n + from];
      least_due = std::min(least_due, due);
      if (due <= 0) continue;  // and then the count is 0
      const auto came = static_cast<double>(count);
      squares += (came - due) * (came - due) / due;
      const double deviance = (count > 0 ? came * std::log(came / due) : 0) - (came - due);
      FollowingCell& farthest = came > due ? above : below;
      if (deviance > farthest.deviance) farthest = {.count = count, .share = share, .deviance = deviance};
    }
  }
  // In lanes later quotients are three of each four trials.
  const std::uint64_t classes = of_pairs > trials / 2 ? 2 : 3;
  SuccessivePositions result;
  result.log10_p_of_cell = log10_p_of_cells(above, below, pairs, classes, static_cast<double>(n * n));
  if (n > 2 && least_due >= least_pairs_of_cell) {
    const double spread = static_cast<double>(n) * (2 - of_pairs / trials);
    result.log10_p_of_table = chi_squared_upper_tail(squares / spread, static_cast<double>(n - 1)).log10_p;
  }
  return result;
}

}  // namespace fairshuffle
