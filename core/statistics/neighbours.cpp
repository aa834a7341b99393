#include "core/statistics/neighbours.hpp"

#include "core/order/wide.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

ChiSquared neighbours_statistic(std::string_view function, int n, std::uint64_t trials,
                                std::span<const std::uint64_t> cells) {
  if (n < 2) detail::refuse_argument(function, "deck_size", "at least 2", n);
  if (trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  const auto at = [n, cells](int symbol, int next) {
    return cells[static_cast<std::size_t>(symbol * (n + 1) + next)];
  };

  std::uint64_t counted = 0;
  Wide sum_of_squared_sums = 0;
  Wide sum_of_squared_differences = 0;
  for (int card = 0; card <= n; ++card) {
    for (int next = 0; next < card; ++next) {
      const std::uint64_t forth = at(card, next);
      const std::uint64_t back = at(next, card);
      const std::uint64_t sum = forth + back;
      const std::uint64_t difference = forth > back ? forth - back : back - forth;
      counted += sum;
      sum_of_squared_sums += static_cast<Wide>(sum) * sum;
      sum_of_squared_differences += static_cast<Wide>(difference) * difference;
    }
  }
  const auto cards = static_cast<std::uint64_t>(n);
  detail::check_total(function, counted, (cards + 1) * trials, trials);

  const Wide squared_trials = static_cast<Wide>(trials) * trials;
  const auto all = static_cast<long double>(trials);
  const double degrees_of_freedom = static_cast<double>(n) * n - n - 1;
  const Wide of_sums = cards * sum_of_squared_sums - 2 * (cards + 1) * squared_trials;
  if (is_wide_deck(n)) {
    // The numerator below may not fit; neither of its parts is lost beside the other.
    const long double of_differences = static_cast<long double>(sum_of_squared_differences) *
                                       static_cast<long double>(cards * (cards - 1)) /
                                       static_cast<long double>(cards + 1);
    return {static_cast<double>((static_cast<long double>(of_sums) + of_differences) / (2 * all)),
            degrees_of_freedom};
  }
  // The sums add up to (n+1) N over n (n+1) / 2 pairs, so sum (D_ab + D_ba)^2 = sum of squared sums - 2 (n+1)
  // N^2 / n, and T has the denominator 2 (n+1) N. The largest term is below 129 * 128 * 129 N^2 < 2^128.
  const Wide numerator = (cards + 1) * of_sums + cards * (cards - 1) * sum_of_squared_differences;
  const long double denominator = 2 * static_cast<long double>(cards + 1) * all;
  return {static_cast<double>(static_cast<long double>(numerator) / denominator), degrees_of_freedom};
}

ChiSquared neighbours_statistic(const Tally& tally) {
  return neighbours_statistic("neighbours_statistic", tally.deck_size, tally.trials,
                              tally.neighbours.cells());
}

TestResult test_neighbours(const Tally& tally) {
  const int n = tally.deck_size;
  if (n == 1) return detail::not_applied(neighbours_test.name, std::string(detail::one_card_has_one_order));
  const detail::TrialRule rule = detail::table_rule(n);
  if (tally.trials < rule.fewest) {
    return detail::not_applied(
        neighbours_test.name,
        detail::too_few_trials(rule.fewest, std::to_string(n) + " cards", tally.trials));
  }
  const ChiSquared outcome = neighbours_statistic(tally);
  if (n == 2) {
    return detail::two_cells_result(neighbours_test.name, tally.neighbours.at(0, 1), tally.trials, 0.5);
  }
  return detail::chi_squared_result(neighbours_test.name, outcome, tally.trials, rule);
}

TestResult test_inverse_neighbours(const Tally& tally) {
  constexpr std::string_view name = inverse_neighbours_test.name;
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  if (tally.trials == 0) return detail::not_applied(name, "there were no trials");
  const std::span<const std::uint64_t> cells = tally.tables.of(inverse_neighbours_table);
  return detail::large_table_result(name, neighbours_statistic(name, tally.deck_size, tally.trials, cells),
                                    tally, detail::table_rule(tally.deck_size));
}

}  // namespace fairshuffle
