#include "core/statistics/dependent_trials.hpp"

#include <algorithm>
#include <cmath>

namespace fairshuffle {

namespace {

// Independent trials are equal with the probability sum p^2, which is at most that of the commonest order,
// and so at most that of the commonest card at any position.
double largest_chance_of_equal(const Tally& whole) {
  std::uint64_t least = whole.trials;
  for (int position = 0; position < whole.deck_size; ++position) {
    std::uint64_t commonest = 0;
    for (int card = 0; card < whole.deck_size; ++card) {
      commonest = std::max(commonest, whole.positions.at(position, card));
    }
    least = std::min(least, commonest);
  }
  return static_cast<double>(least) / static_cast<double>(whole.trials);
}

// The chance that two independent trials are equal; where orders are not counted no less than that.
double chance_of_equal(const Tally& whole) {
  if (!whole.counts_orders()) return largest_chance_of_equal(whole);
  // It is sum p^2, which the pairs of all trials estimate without bias.
  const auto trials = static_cast<double>(whole.trials);
  double equal_pairs = 0;
  whole.for_each_order_count([&equal_pairs](std::uint64_t count, std::uint64_t orders) {
    const auto trials_of_order = static_cast<double>(count);
    equal_pairs += trials_of_order * (trials_of_order - 1) * static_cast<double>(orders);
  });
  return equal_pairs / (trials * (trials - 1));
}

}  // namespace

bool trials_look_dependent(const Tally& whole) {
  if (whole.repeats.pairs == 0 || whole.trials < 2) return false;
  // Eight standard deviations: a description for the sentence and a guard of the bounds, not a test of its
  // own.
  constexpr double deviations = 8;
  // The standard deviation is at least 1 below, so so few are never too many, whatever the chance is: it need
  // not be read from a table of gigabytes.
  const auto equal = static_cast<double>(whole.repeats.equal);
  if (equal <= deviations) return false;
  const auto pairs = static_cast<double>(whole.repeats.pairs);
  const double chance = chance_of_equal(whole);
  return equal - pairs * chance > deviations * std::sqrt(pairs * chance * (1 - chance) + 1);
}

}  // namespace fairshuffle
