#include "core/statistics/orders.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>

#include "core/order/number_text.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

std::uint64_t fewest_trials_for_orders(int deck_size) {
  return detail::equal_cells_rule(order_count(deck_size)).fewest;
}

namespace {

std::uint64_t searched_trials_to_certify(int deck_size, double tolerance, double confidence) {
  const double degrees_of_freedom = static_cast<double>(order_count(deck_size)) - 1;
  // No tolerance can be bought with any number of trials that fits 64 bits.
  const double certificate = tolerance > 0 ? trials_for_certificate(degrees_of_freedom, tolerance,
                                                                    split_confidence(confidence).of_statistic)
                                           : 1e19;
  return std::max(fewest_trials_for_orders(deck_size),
                  static_cast<std::uint64_t>(std::min(certificate, 1e19)));
}

}  // namespace

std::uint64_t fewest_trials_to_certify_orders(int deck_size, double tolerance, double confidence) {
  // A run asks the same for each of its targets, and a search takes milliseconds.
  constexpr std::size_t most_remembered = 1000;
  thread_local std::map<std::tuple<int, double, double>, std::uint64_t> remembered;
  if (remembered.size() >= most_remembered) remembered.clear();
  const auto [known, is_new] = remembered.try_emplace({deck_size, tolerance, confidence});
  if (is_new) known->second = searched_trials_to_certify(deck_size, tolerance, confidence);
  return known->second;
}

std::optional<OrderCounting> order_counting_for(int deck_size, std::uint64_t most_trials, double tolerance,
                                                double confidence) {
  if (deck_size > largest_countable_deck_size) return std::nullopt;
  // Below ten cards the first look alone fills more than a list is good for.
  if (deck_size < largest_counted_deck_size) return OrderCounting{};
  // A list is sorted and unranked trial by trial; from about a trial for 64 orders on a table is read as
  // fast.
  const std::uint64_t most_listed = order_count(deck_size) / 64;
  if (deck_size == largest_counted_deck_size) return OrderCounting{CounterWidth::wide, most_listed};
  if (most_trials < fewest_trials_to_certify_orders(deck_size, tolerance, confidence)) return std::nullopt;
  return OrderCounting{CounterWidth::narrow, most_listed};
}

ChiSquared orders_statistic(const Tally& tally) {
  if (!tally.counts_orders()) {
    detail::refuse_argument("orders_statistic", "deck_size", "one whose orders are counted", tally.deck_size);
  }
  detail::CellSums sums{.cells = order_count(tally.deck_size)};
  tally.for_each_order_count([&sums](std::uint64_t count, std::uint64_t orders) { sums.add(count, orders); });
  return detail::equal_cells_statistic("orders_statistic", sums, tally.trials);
}

TestResult test_orders(const Tally& tally) {
  if (tally.deck_size == 1) {
    return detail::not_applied(orders_test.name, std::string(detail::one_card_has_one_order));
  }
  if (tally.deck_size > largest_countable_deck_size) {
    return detail::not_applied(orders_test.name, "single orders are counted for up to 12 cards only");
  }
  const std::uint64_t orders = order_count(tally.deck_size);
  const detail::TrialRule rule = detail::equal_cells_rule(orders);
  if (!tally.counts_orders()) {
    return detail::not_applied(
        orders_test.name,
        "orders were not counted: " +
            detail::too_few_trials(rule.fewest, with_commas(orders) + " orders", tally.trials));
  }
  if (tally.trials < rule.fewest) {
    return detail::not_applied(
        orders_test.name, detail::too_few_trials(rule.fewest, with_commas(orders) + " orders", tally.trials));
  }
  const ChiSquared outcome = orders_statistic(tally);
  if (orders == 2) {
    return detail::two_cells_result(orders_test.name, tally.orders->by_rank().front(), tally.trials, 0.5);
  }
  return detail::chi_squared_result(orders_test.name, outcome, tally.trials, rule);
}

}  // namespace fairshuffle
