#include "core/verdict/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/statistics/bias_bounds.hpp"

namespace fairshuffle {

namespace {

const TestRecord* applied_test(std::span<const TestRecord> tests, std::string_view name) {
  const auto found = std::ranges::find(tests, name, &TestRecord::name);
  return found == tests.end() || !found->applied ? nullptr : &*found;
}

// (n-1) sum (P - 1/n)^2, which the positions test measures, is the sum over the n cards of (n-1)/n times the
// phi2 of the card's own law over n positions. Each part is at most the sum, so a card's phi2 is at most
// n/(n-1) times what is measured.
double phi2_of_one_card(int deck_size) {
  return static_cast<double>(deck_size) / (deck_size - 1);
}

}  // namespace

bool trials_look_dependent(const Tally& whole) {
  const auto pairs = static_cast<double>(whole.repeats.pairs);
  const auto equal = static_cast<double>(whole.repeats.equal);
  if (whole.repeats.pairs == 0 || whole.trials < 2) return false;
  if (!whole.orders) return equal > pairs / 10;
  // Two independent trials are equal with probability sum p^2, which the pairs of all trials estimate.
  const auto trials = static_cast<double>(whole.trials);
  double pairs_of_all = 0;
  for (const std::uint64_t count : whole.orders->by_rank()) {
    const auto trials_of_order = static_cast<double>(count);
    pairs_of_all += trials_of_order * (trials_of_order - 1);
  }
  const double chance = pairs_of_all / (trials * (trials - 1));
  // Eight standard deviations: a description for the sentence and a guard of the bounds, not a test of its
  // own.
  return equal - pairs * chance > 8 * std::sqrt(pairs * chance * (1 - chance) + 1);
}

BiasRecord bound_bias(const Tally& whole, std::span<const TestRecord> tests, double confidence) {
  BiasRecord bias;
  bias.confidence = confidence;
  if (whole.deck_size == 1) {
    // One card has one order: there is nothing to bet on.
    bias.covers = "orders";
    bias.phi2 = bias.tv_lower = bias.tv_upper = 0.0;
    return bias;
  }
  const TestRecord* orders = applied_test(tests, "orders");
  const TestRecord* measured = orders != nullptr ? orders : applied_test(tests, "positions");
  if (measured == nullptr || whole.trials < 2) {
    bias.covers = "nothing";
    return bias;
  }
  bias.covers = measured->name;
  bias.phi2 = phi2_unbiased(measured->statistic, measured->degrees_of_freedom, whole.trials);
  if (trials_look_dependent(whole)) return bias;
  const double bound =
      tv_upper_bound(measured->statistic, measured->degrees_of_freedom, whole.trials, confidence);
  const double scale = orders != nullptr ? 1 : std::sqrt(phi2_of_one_card(whole.deck_size));
  bias.tv_upper = std::min(1.0, bound * scale);
  return bias;
}

std::optional<double> trials_to_decide(const BiasRecord& bias, std::span<const TestRecord> tests,
                                       int deck_size, double alpha_per_test, double tolerance,
                                       double confidence) {
  double degrees_of_freedom = 0;
  double measured_tolerance = tolerance;
  if (deck_size <= largest_counted_deck_size &&
      std::ranges::find(tests, "orders", &TestRecord::name) != tests.end()) {
    degrees_of_freedom = static_cast<double>(order_count(deck_size) - 1);
  } else if (std::ranges::find(tests, "positions", &TestRecord::name) != tests.end()) {
    degrees_of_freedom = static_cast<double>((deck_size - 1) * (deck_size - 1));
    measured_tolerance /= std::sqrt(phi2_of_one_card(deck_size));
  } else {
    return std::nullopt;
  }
  const double tolerated_phi2 = 4 * measured_tolerance * measured_tolerance;
  if (bias.phi2 && *bias.phi2 > tolerated_phi2) {
    return trials_needed(degrees_of_freedom, alpha_per_test, 0.999, *bias.phi2);
  }
  return trials_for_certificate(degrees_of_freedom, measured_tolerance, confidence);
}

}  // namespace fairshuffle
