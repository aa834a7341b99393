#include "core/statistics/positions.hpp"

#include "core/order/wide.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

ChiSquared positions_statistic(const Tally& tally) {
  constexpr std::string_view function = "positions_statistic";
  const int n = tally.deck_size;
  if (n < 2) detail::refuse_argument(function, "deck_size", "at least 2", n);
  if (tally.trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);

  std::uint64_t counted = 0;
  Wide sum_of_squares = 0;
  for (int position = 0; position < n; ++position) {
    for (int card = 0; card < n; ++card) {
      const std::uint64_t count = tally.positions.at(position, card);
      counted += count;
      sum_of_squares += static_cast<Wide>(count) * count;
    }
  }
  detail::check_total(function, counted, static_cast<std::uint64_t>(n) * tally.trials, tally.trials);

  // sum (C - N/n)^2 = sum C^2 - N^2, because C sums to n N.
  const Wide numerator =
      static_cast<unsigned>(n - 1) * (sum_of_squares - static_cast<Wide>(tally.trials) * tally.trials);
  return {static_cast<double>(static_cast<long double>(numerator) / static_cast<long double>(tally.trials)),
          static_cast<double>((n - 1) * (n - 1))};
}

TestResult test_positions(const Tally& tally) {
  const int n = tally.deck_size;
  if (n == 1) return detail::not_applied(positions_test.name, std::string(detail::one_card_has_one_order));
  const detail::TrialRule rule = detail::table_rule(n);
  if (tally.trials < rule.fewest) {
    return detail::not_applied(
        positions_test.name, detail::too_few_trials(rule.fewest, std::to_string(n) + " cards", tally.trials));
  }
  const ChiSquared outcome = positions_statistic(tally);
  if (n == 2) {
    return detail::two_cells_result(positions_test.name, tally.positions.at(0, 0), tally.trials, 0.5);
  }
  return detail::chi_squared_result(positions_test.name, outcome, tally.trials, rule);
}

}  // namespace fairshuffle
