#include "core/statistics/relative_order.hpp"

#include <vector>

#include "core/order/wide.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/equal_cells.hpp"
#include "core/statistics/strongest_cell.hpp"

namespace fairshuffle {

namespace {

// Of r_i and D_ij: with |D_ij| at most 2^53 the r_i come to most where one card is always first, the next
// always second: n (n^2 - 1) / 3 * 2^106 < 2^126. And 8,128 * 2^106 < 2^119.
struct SquaredDifferences {
  Wide of_cards = 0, of_pairs = 0;
};

void check_counts(std::string_view function, std::uint64_t trials, std::span<const std::uint64_t> counts,
                  std::string_view what = "count of a pair") {
  if (trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  if (trials > largest_trial_count) {
    detail::refuse_argument(function, "trials", "at most 2^53", static_cast<double>(trials));
  }
  for (const std::uint64_t count : counts) {
    if (count <= trials) continue;
    detail::refuse_argument(function, what, "at most the trials", static_cast<double>(count));
  }
}

SquaredDifferences squares_of(std::string_view function, int deck_size, std::uint64_t trials,
                              std::span<const std::uint64_t> pairs) {
  const auto n = static_cast<std::size_t>(deck_size);
  if (pairs.size() != pairs_of(n)) {
    detail::refuse_argument(function, "pairs", "n (n - 1) / 2", static_cast<double>(pairs.size()));
  }
  check_counts(function, trials, pairs);
  SquaredDifferences squares;
  const auto add_square = [](Wide& sum, std::int64_t value) {
    const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
    sum += static_cast<Wide>(magnitude) * magnitude;
  };
  std::vector<std::int64_t> of_card(n);
  for (std::size_t first = 0; first < n; ++first) {
    for (std::size_t second = first + 1; second < n; ++second) {
      const auto ascending = static_cast<std::int64_t>(pairs[cell_of_pair(n, first, second)]);
      const std::int64_t difference = 2 * ascending - static_cast<std::int64_t>(trials);
      add_square(squares.of_pairs, difference);
      of_card[first] += difference;
      of_card[second] -= difference;
    }
  }
  for (const std::int64_t sum : of_card) add_square(squares.of_cards, sum);
  return squares;
}

using Statistic = ChiSquared(int, std::uint64_t, std::span<const std::uint64_t>);

constexpr detail::TrialRule rule_of_pairs{20, 20};

// Of the cards' positions, or of the positions' cards.
ChiSquared means_statistic(std::string_view function, const Tally& tally, bool of_cards) {
  if (tally.deck_size < 2) detail::refuse_argument(function, "deck_size", "at least 2", tally.deck_size);
  const auto n = static_cast<std::size_t>(tally.deck_size);
  const std::span<const std::uint64_t> cells = tally.positions.cells();
  check_counts(function, tally.trials, cells, "count");
  // With 1,024 cards and 2^53 trials a sum has 63 bits and its square as many as no integer has.
  long double squares = 0;
  for (std::size_t one = 0; one < n; ++one) {
    std::int64_t sum = 0;
    std::uint64_t counted = 0;
    for (std::size_t at = 0; at < n; ++at) {
      const std::uint64_t count = of_cards ? cells[at * n + one] : cells[one * n + at];
      counted += count;
      sum += static_cast<std::int64_t>(count) *
             (static_cast<std::int64_t>(n) - 1 - 2 * static_cast<std::int64_t>(at));
    }
    detail::check_total(function, counted, tally.trials, tally.trials);
    squares += static_cast<long double>(sum) * static_cast<long double>(sum);
  }
  const auto size = static_cast<long double>(n);
  return {static_cast<double>(3 * squares / (size * (size + 1) * static_cast<long double>(tally.trials))),
          tally.deck_size - 1.};
}

// Of wide decks, of which no pairs are counted.
TestResult test_means(std::string_view name, const Tally& tally, bool of_cards) {
  if (tally.trials < rule_of_pairs.fewest) {
    return detail::not_applied(name, detail::too_few_trials(rule_of_pairs.fewest, "all means", tally.trials));
  }
  return detail::chi_squared_result(name, means_statistic(name, tally, of_cards), tally.trials,
                                    rule_of_pairs);
}

TestResult test_pairs(std::string_view name, const Tally& tally, const TableInfo& table,
                      Statistic* statistic) {
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  const std::span<const std::uint64_t> pairs = tally.tables.of(table);
  if (tally.trials < rule_of_pairs.fewest) {
    return detail::not_applied(name, detail::too_few_trials(rule_of_pairs.fewest, "all pairs", tally.trials));
  }
  return detail::chi_squared_result(name, statistic(tally.deck_size, tally.trials, pairs), tally.trials,
                                    rule_of_pairs);
}

TestResult test_strongest(std::string_view name, const Tally& tally, const TableInfo& table) {
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  const std::span<const std::uint64_t> pairs = tally.tables.of(table);
  if (tally.trials == 0) return detail::not_applied(name, "there were no trials");
  check_counts(name, tally.trials, pairs);
  detail::Extremes extremes;
  for (const std::uint64_t count : pairs) extremes.add(count);
  return detail::strongest_cell_result(name, detail::strongest_of(extremes, tally.trials, 0.5),
                                       extremes.cells);
}

}  // namespace

ChiSquared relative_order_statistic(int deck_size, std::uint64_t trials,
                                    std::span<const std::uint64_t> pairs) {
  constexpr std::string_view function = "relative_order_statistic";
  if (deck_size < 3) detail::refuse_argument(function, "deck_size", "at least 3", deck_size);
  const SquaredDifferences squares = squares_of(function, deck_size, trials, pairs);
  // The differences of r_i / n are the projection of D on such differences, and their squares add up to those
  // of r_i over n: T = 3 / (n N) (n sum D^2 - sum r^2), which is not negative (Cauchy and Schwarz).
  const Wide numerator = 3 * (static_cast<Wide>(deck_size) * squares.of_pairs - squares.of_cards);
  const long double denominator = static_cast<long double>(deck_size) * static_cast<long double>(trials);
  return {static_cast<double>(static_cast<long double>(numerator) / denominator),
          (deck_size - 1.) * (deck_size - 2.) / 2};
}

ChiSquared mean_positions_statistic(int deck_size, std::uint64_t trials,
                                    std::span<const std::uint64_t> pairs) {
  constexpr std::string_view function = "mean_positions_statistic";
  if (deck_size < 2) detail::refuse_argument(function, "deck_size", "at least 2", deck_size);
  const SquaredDifferences squares = squares_of(function, deck_size, trials, pairs);
  const long double denominator = static_cast<long double>(deck_size) *
                                  static_cast<long double>(deck_size + 1) * static_cast<long double>(trials);
  return {static_cast<double>(static_cast<long double>(3 * squares.of_cards) / denominator), deck_size - 1.};
}

ChiSquared mean_positions_from_table(const Tally& tally) {
  return means_statistic("mean_positions_from_table", tally, true);
}
ChiSquared mean_cards_from_table(const Tally& tally) {
  return means_statistic("mean_cards_from_table", tally, false);
}

TestResult test_relative_order(const Tally& tally) {
  return test_pairs(relative_order_test.name, tally, relative_order_table, relative_order_statistic);
}
TestResult test_mean_positions(const Tally& tally) {
  if (is_wide_deck(tally.deck_size)) return test_means(mean_positions_test.name, tally, true);
  return test_pairs(mean_positions_test.name, tally, relative_order_table, mean_positions_statistic);
}
TestResult test_strongest_pair(const Tally& tally) {
  return test_strongest(strongest_pair_test.name, tally, relative_order_table);
}
TestResult test_inverse_relative_order(const Tally& tally) {
  return test_pairs(inverse_relative_order_test.name, tally, inverse_relative_order_table,
                    relative_order_statistic);
}
TestResult test_mean_cards(const Tally& tally) {
  if (is_wide_deck(tally.deck_size)) return test_means(mean_cards_test.name, tally, false);
  return test_pairs(mean_cards_test.name, tally, inverse_relative_order_table, mean_positions_statistic);
}
TestResult test_strongest_inverse_pair(const Tally& tally) {
  return test_strongest(strongest_inverse_pair_test.name, tally, inverse_relative_order_table);
}

}  // namespace fairshuffle
