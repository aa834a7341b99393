#include "core/verdict/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/equal_cells.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/quotients.hpp"
#include "core/verdict/family_records.hpp"

namespace fairshuffle {

namespace {

const TestRecord* applied_test(std::span<const TestRecord> tests, std::string_view name) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && test->applied ? test : nullptr;
}

// The statistic of a test bounds the bias where its tail is honest at the error of the bound, whether or not
// it is at the level that the test itself is held to.
const TestRecord* measured_test(std::span<const TestRecord> tests, std::string_view name, double confidence) {
  const TestRecord* test = test_named(tests, name);
  if (test == nullptr || test->degrees_of_freedom == 0) return nullptr;
  return test->applied || 1 - confidence >= detail::honest_level_of_few_trials ? test : nullptr;
}

// (n-1) sum (P - 1/n)^2, which the positions test measures, is the sum over the n cards of (n-1)/n times the
// phi2 of the card's own law over n positions. Each part is at most the sum, so a card's phi2 is at most
// n/(n-1) times what is measured.
double phi2_of_one_card(int deck_size) {
  return static_cast<double>(deck_size) / (deck_size - 1);
}

double distance_of_orders(const Tally& whole) {
  DistanceOfCounts orders(order_count(whole.deck_size), whole.trials);
  whole.for_each_order_count(
      [&orders](std::uint64_t count, std::uint64_t of_orders) { orders.add(count, of_orders); });
  return orders.distance();
}

// Of the card whose places lie farthest from uniform.
double distance_of_positions(const Tally& whole) {
  double farthest = 0;
  for (int card = 0; card < whole.deck_size; ++card) {
    DistanceOfCounts places(static_cast<std::uint64_t>(whole.deck_size), whole.trials);
    for (int position = 0; position < whole.deck_size; ++position) {
      places.add(whole.positions.at(position, card));
    }
    farthest = std::max(farthest, places.distance());
  }
  return farthest;
}

// The names of the families that are asked, as --certify takes them.
std::string asked_families(std::span<const FamilyRecord> families) {
  std::string names;
  for (const FamilyRecord& family : families) {
    if (family.asked) names += (names.empty() ? "" : ",") + family.family;
  }
  return names;
}

// A large deck is bounded by its families, whatever was tested.
BiasRecord bound_by_families(const Tally& whole, std::span<const TestRecord> tests,
                             std::span<const FamilyRecord> families, bool linked, double confidence) {
  BiasRecord bias;
  bias.confidence = confidence;
  bias.tv_upper = bound_of_asked(families);
  if (bias.tv_upper || linked) bias.covers = asked_families(families);
  const TestRecord* positions = measured_test(tests, "positions", confidence);
  if (positions != nullptr && whole.trials >= 2) {
    bias.phi2 = phi2_unbiased(positions->statistic, positions->degrees_of_freedom, whole.trials);
  }
  return bias;
}

// Of small decks, whose quotients have a test for each part: those of single cards, which is applied first.
bool quotients_were_seen(const Findings& findings, const CountedDeck& deck) {
  const bool asked = std::ranges::any_of(
      findings.tests, [](const TestRecord& record) { return record.test == quotients_test.name; });
  if (!asked || deck.size < 2) return true;
  return applied_test(findings.tests, deck.size == 2 ? "quotient orders" : "quotient positions") != nullptr;
}

// What bounds the bias of a deck that is no large one: the orders, where they are counted, else where any one
// card lies.
struct Measure {
  explicit Measure(const CountedDeck& deck) : deck_size(deck.size), by_orders(deck.orders_counted) {
    const std::uint64_t orders = by_orders ? order_count(deck_size) : 0;
    degrees_of_freedom = by_orders ? static_cast<double>(orders) - 1 : (deck_size - 1.0) * (deck_size - 1);
    scale = by_orders ? 1 : std::sqrt(phi2_of_one_card(deck_size));
    const detail::TrialRule rule =
        by_orders ? detail::equal_cells_rule(orders) : detail::table_rule(deck_size);
    fewest = static_cast<double>(rule.fewest_for_any_level);
  }

  double trials_if_fair(double tolerance, double confidence) const {
    const SplitConfidence split = split_confidence(confidence);
    const double certificate =
        trials_for_certificate(degrees_of_freedom, tolerance / scale, split.of_statistic);
    if (by_orders) return certificate;
    const auto cards = static_cast<std::uint64_t>(deck_size);
    return std::min(certificate,
                    trials_for_certificate_of_distance(cards, cards, tolerance, split.of_distance));
  }

  int deck_size;
  bool by_orders;
  double degrees_of_freedom, scale;
  double fewest;  // where its test applies at any level: core/README.md 2.8
};

}  // namespace

BiasRecord bound_bias(const Tally& whole, std::span<const TestRecord> tests,
                      std::span<const FamilyRecord> families, bool linked, double confidence) {
  if (!families.empty()) return bound_by_families(whole, tests, families, linked, confidence);
  BiasRecord bias;
  bias.confidence = confidence;
  if (whole.deck_size == 1) {
    // One card has one order: there is nothing to bet on.
    bias.covers = "orders";
    bias.phi2 = bias.tv_lower = bias.tv_upper = 0.0;
    return bias;
  }
  const TestRecord* orders = measured_test(tests, "orders", confidence);
  const TestRecord* measured = orders != nullptr ? orders : measured_test(tests, "positions", confidence);
  if (measured == nullptr || whole.trials < 2) {
    bias.covers = "nothing";
    return bias;
  }
  bias.covers = measured->name;
  bias.phi2 = phi2_unbiased(measured->statistic, measured->degrees_of_freedom, whole.trials);
  if (linked) return bias;
  const SplitConfidence split = split_confidence(confidence);
  const double scale = orders != nullptr ? 1 : std::sqrt(phi2_of_one_card(whole.deck_size));
  const double by_statistic = scale * tv_upper_bound(measured->statistic, measured->degrees_of_freedom,
                                                     whole.trials, split.of_statistic);
  const double distance = orders != nullptr ? distance_of_orders(whole) : distance_of_positions(whole);
  const auto tables = orders != nullptr ? 1 : static_cast<std::uint64_t>(whole.deck_size);
  bias.tv_upper =
      std::min(by_statistic, tv_upper_bound_of_distance(distance, tables, whole.trials, split.of_distance));
  return bias;
}

bool may_certify(const Findings& findings, const CountedDeck& deck) {
  if (!findings.bias.tv_upper) return false;
  if (deck.orders_counted) {
    const bool tested = deck.size == 1 || applied_test(findings.tests, "orders") != nullptr;
    // Decks that are linked may have the most even counts: no pass before their quotients are looked at.
    return findings.bias.covers == "orders" && tested && quotients_were_seen(findings, deck);
  }
  const auto is_applied = [&](const TestInfo& test) {
    if (hypotheses_of(test, deck) == 0) return true;
    if (test.needs_marked_cards || test.needs_bets || test.is_bounded_apart) return true;
    const auto is_of_test = [&test](const TestRecord& record) { return record.test == test.name; };
    return std::ranges::any_of(findings.tests, is_of_test) &&
           std::ranges::all_of(findings.tests, [&](const TestRecord& record) {
             return record.applied || !is_of_test(record);
           });
  };
  return std::ranges::all_of(all_tests(), is_applied) && std::ranges::all_of(made_up_tests(), is_applied);
}

std::optional<double> trials_to_decide(const Findings& findings, const CountedDeck& deck,
                                       std::uint64_t trials, double tolerance) {
  const bool is_plain = deck.makeup.is_plain();
  const bool tested =
      !is_plain || test_named(findings.tests, deck.orders_counted ? "orders" : "positions") != nullptr;
  if (deck.size < 2 || findings.linked || !tested) return std::nullopt;
  const Measure measure(deck);
  const BiasRecord& bias = findings.bias;
  const double alpha_per_test = findings.alpha_at_look / static_cast<double>(findings.family);
  const double tolerated_phi2 = 4 * tolerance * tolerance / (measure.scale * measure.scale);
  const double noise_of_phi2 = std::sqrt(2 * measure.degrees_of_freedom) / static_cast<double>(trials);
  // A number of trials that there are already decides nothing.
  const auto yet_to_come = [&](double deciding) -> std::optional<double> {
    const double needed = std::max(measure.fewest, deciding);
    if (!(needed > static_cast<double>(trials)) || std::isinf(needed)) return std::nullopt;
    return needed;
  };
  if (bias.phi2 && *bias.phi2 > tolerated_phi2 + 3 * noise_of_phi2) {
    const auto rejecting =
        yet_to_come(trials_needed(measure.degrees_of_freedom, alpha_per_test, 0.999, *bias.phi2));
    if (rejecting) return rejecting;
  }
  if (!findings.families.empty()) {
    return yet_to_come(trials_for_asked(findings.families, trials, tolerance, alpha_per_test));
  }
  double certificate = measure.trials_if_fair(tolerance, bias.confidence);
  if (certificate <= static_cast<double>(trials) && bias.phi2) {
    // It would have been enough of a fair deck: these counts go on as they did.
    certificate = trials_for_counts(measure.degrees_of_freedom, 1, std::max(0.0, *bias.phi2),
                                    tolerance / measure.scale, bias.confidence);
  }
  return yet_to_come(certificate);
}

std::optional<double> trials_if_fair(const CountedDeck& deck, std::span<const std::string> certify,
                                     double tolerance, double confidence) {
  if (deck.size < 2 || tolerance <= 0) return std::nullopt;
  const Measure measure(deck);
  std::optional<double> trials;
  if (!deck.orders_counted && (deck.size >= smallest_large_deck || !deck.makeup.is_plain())) {
    trials = trials_for_fair_families(deck.size, deck.makeup, certify, tolerance, confidence);
  } else {
    trials = measure.trials_if_fair(tolerance, confidence);
  }
  return trials ? std::optional(std::max(measure.fewest, *trials)) : std::nullopt;
}

}  // namespace fairshuffle
