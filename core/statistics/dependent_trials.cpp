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

// The pairs that one and the same order leads from a trial to the next in, of the order that does so most
// often; fewer where quotients are not counted by order.
std::uint64_t pairs_of_one_step(const Tally& whole) {
  const QuotientCounts& quotients = whole.quotients;
  if (!quotients.orders.empty()) return *std::ranges::max_element(quotients.orders);
  std::uint64_t missed = 0;
  for (int position = 0; position < whole.deck_size; ++position) {
    std::uint64_t commonest = 0;
    for (int card = 0; card < whole.deck_size; ++card) {
      commonest = std::max(commonest, quotients.positions.at(position, card));
    }
    missed += quotients.pairs - commonest;
  }
  return quotients.pairs - std::min(missed, quotients.pairs);
}

bool is_far_above(std::uint64_t count, std::uint64_t pairs, double deviations, const Tally& whole) {
  // The standard deviation is at least 1 below, so so few are never too many, whatever the chance is: it need
  // not be read from a table of gigabytes.
  const auto seen = static_cast<double>(count);
  if (seen <= deviations) return false;
  const double chance = chance_of_equal(whole), due = static_cast<double>(pairs) * chance;
  return seen - due > deviations * std::sqrt(due * (1 - chance) + 1);
}

bool repeats_look_dependent(const Tally& whole) {
  if (whole.repeats.pairs == 0) return false;
  // Eight standard deviations: a description for the sentence and a guard of the bounds, not a test of its
  // own.
  return is_far_above(whole.repeats.equal, whole.repeats.pairs, 8, whole);
}

bool steps_look_dependent(const Tally& whole) {
  if (whole.quotients.pairs == 0) return false;
  // The commonest of 40,320 steps: where one pair is due of each, P(any of them has 18) is below 1e-11.
  return is_far_above(pairs_of_one_step(whole), whole.quotients.pairs, 12, whole);
}

}  // namespace

bool trials_look_dependent(const Tally& whole) {
  return whole.trials >= 2 && (repeats_look_dependent(whole) || steps_look_dependent(whole));
}

}  // namespace fairshuffle
