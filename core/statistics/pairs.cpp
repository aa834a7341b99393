#include "core/statistics/pairs.hpp"

#include <fmt/format.h>

#include "core/exact/partition.hpp"
#include "core/order/wide.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

namespace {

// Sums over all cells of each table.
struct Squares {
  Wide of_cards = 0;      // C^2
  Wide of_unordered = 0;  // U^2
  Wide of_ordered = 0;    // O^2
};

Squares squares_of(std::string_view function, const Tally& tally) {
  const int n = tally.deck_size;
  if (n < 4) detail::refuse_argument(function, "deck_size", "at least 4", n);
  if (tally.trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  const auto pairs = static_cast<std::size_t>(n) * static_cast<std::size_t>(n - 1) / 2;
  if (!tally.pair_positions || tally.pair_positions->cards.size() != pairs) {
    detail::refuse_argument(function, "pair positions", "those of all pairs of cards", 0);
  }
  Squares squares;
  std::uint64_t counted = 0;
  for (int position = 0; position < n; ++position) {
    for (int card = 0; card < n; ++card) {
      const std::uint64_t count = tally.positions.at(position, card);
      counted += count;
      squares.of_cards += static_cast<Wide>(count) * count;
    }
  }
  detail::check_total(function, counted, static_cast<std::uint64_t>(n) * tally.trials, tally.trials);
  for (const PairSums& pair : tally.pair_positions->cards) {
    squares.of_unordered += pair.unordered_squares;
    // O of the higher and the lower card at q and p is that of the lower and the higher one at p and q.
    squares.of_ordered += 2 * static_cast<Wide>(pair.squares);
  }
  return squares;
}

// Of an irreducible part of this dimension, `excess` being N times the squared length of its component.
ChiSquared statistic_of(std::string_view function, std::uint64_t dimension, Wide sum, Wide less,
                        std::uint64_t trials) {
  if (less > sum) detail::refuse_argument(function, "pair positions", "counts of the same trials", 0);
  const Wide scaled = dimension * (sum - less);
  return {static_cast<double>(static_cast<long double>(scaled) / static_cast<long double>(trials)),
          static_cast<double>(dimension * dimension)};
}

std::uint64_t cards_of(const Tally& tally) {
  return static_cast<std::uint64_t>(tally.deck_size);
}

TestResult result_of(const Partition& partition, const ChiSquared& outcome, std::uint64_t trials,
                     detail::TrialRule rule) {
  return detail::chi_squared_result(fmt::format("{} {}", name_of(partition), to_text(partition)), outcome,
                                    trials, rule);
}

}  // namespace

ChiSquared unordered_pairs_statistic(const Tally& tally) {
  constexpr std::string_view function = "unordered_pairs_statistic";
  const Squares squares = squares_of(function, tally);
  const std::uint64_t n = cards_of(tally);
  return statistic_of(function, n * (n - 3) / 2, squares.of_unordered, squares.of_cards, tally.trials);
}

ChiSquared ordered_pairs_statistic(const Tally& tally) {
  constexpr std::string_view function = "ordered_pairs_statistic";
  const Squares squares = squares_of(function, tally);
  const std::uint64_t n = cards_of(tally);
  return statistic_of(function, (n - 1) * (n - 2) / 2,
                      squares.of_ordered + static_cast<Wide>(tally.trials) * tally.trials,
                      squares.of_cards + squares.of_unordered, tally.trials);
}

std::vector<TestResult> test_pairs(const Tally& tally) {
  if (tally.deck_size < smallest_large_deck) return {detail::of_large_decks_only(pairs_test.name)};
  if (!tally.pair_positions) {
    return {detail::not_applied(pairs_test.name, "pair positions were not counted")};
  }
  // The third cumulant is the chi-square's times 1 + d / N, or less, of a part of dimension d, whose skewness
  // is the root of 8 over d: together the tail at 1e-10 is off by one part in twenty at 2,400 trials,
  // whatever the deck (core/README.md 2.22).
  constexpr detail::TrialRule rule{.fewest = 2'400, .fewest_for_any_level = 2'400};
  if (tally.trials < rule.fewest) {
    return {detail::not_applied(
        pairs_test.name,
        detail::too_few_trials(rule.fewest, std::to_string(tally.deck_size) + " cards", tally.trials))};
  }
  const int n = tally.deck_size;
  return {result_of({n - 2, 2}, unordered_pairs_statistic(tally), tally.trials, rule),
          result_of({n - 2, 1, 1}, ordered_pairs_statistic(tally), tally.trials, rule)};
}

}  // namespace fairshuffle
