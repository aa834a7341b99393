#include "core/statistics/orders.hpp"

#include "core/order/number_text.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

ChiSquared orders_statistic(const Tally& tally) {
  if (!tally.orders) {
    detail::refuse_argument("orders_statistic", "deck_size", "1 to 10, where every order is counted",
                            tally.deck_size);
  }
  return detail::equal_cells_statistic("orders_statistic", tally.orders->by_rank(), tally.trials);
}

TestResult test_orders(const Tally& tally) {
  if (tally.deck_size == 1) {
    return detail::not_applied(orders_test.name, std::string(detail::one_card_has_one_order));
  }
  if (!tally.orders) {
    return detail::not_applied(orders_test.name, "single orders are counted for up to 10 cards only");
  }
  const std::uint64_t orders = order_count(tally.deck_size);
  const detail::TrialRule rule = detail::equal_cells_rule(orders);
  if (tally.trials < rule.fewest) {
    return detail::not_applied(
        orders_test.name, detail::too_few_trials(rule.fewest, with_commas(orders) + " orders", tally.trials));
  }
  return detail::chi_squared_result(orders_test.name, orders_statistic(tally), tally.trials, rule);
}

}  // namespace fairshuffle
