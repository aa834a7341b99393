#include "core/statistics/positions.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/exact/components.hpp"
#include "core/permutation/permutation.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

ChiSquared positions_statistic(const Tally& tally) {
  constexpr std::string_view function = "positions_statistic";
  const int n = tally.deck_size;
  detail::check_deck(function, n, 2, tally.trials);
  const detail::CellSums sums = detail::sums_of(tally.positions.cells());
  detail::check_total(function, sums.counted, static_cast<std::uint64_t>(n) * tally.trials, tally.trials);

  // sum (C - N/n)^2 = sum C^2 - N^2, because C sums to n N.
  const Wide numerator =
      static_cast<unsigned>(n - 1) * (sums.sum_of_squares - static_cast<Wide>(tally.trials) * tally.trials);
  return {detail::quotient(numerator, tally.trials), static_cast<double>((n - 1) * (n - 1))};
}

StrongestCell strongest_position(const Tally& tally) {
  StrongestCell strongest(tally.trials);
  strongest.look_at(tally.positions.cells(), 1. / tally.deck_size);
  detail::check_total(strongest_position_test.name, strongest.counted(),
                      static_cast<std::uint64_t>(tally.deck_size) * tally.trials, tally.trials);
  return strongest;
}

std::vector<double> filter_of(const CardDistribution& distribution) {
  const double length =
      std::sqrt(chi_square_distance_of_positions(distribution) / (distribution.deck_size - 1));
  if (!(length > 0)) detail::refuse_argument("filter_of", "distribution", "uneven", 0);
  std::vector<double> filter;
  filter.reserve(distribution.probability.size());
  for (const double p : distribution.probability)
    filter.push_back((p - 1. / distribution.deck_size) / length);
  return filter;
}

double matched_statistic(const std::vector<double>& deviations, const std::vector<double>& filter) {
  return std::inner_product(filter.begin(), filter.end(), deviations.begin(), 0.);
}

std::vector<TestResult> test_matched_positions(const Tally& tally) {
  const std::vector<double> deviations = detail::position_deviations(matched_positions_test.name, tally);
  std::vector<TestResult> results;
  for (const CardMistake& mistake : card_mistakes(tally.deck_size)) {
    results.push_back(detail::filtered_result("matched " + mistake.name,
                                              matched_statistic(deviations, filter_of(mistake.distribution)),
                                              tally.trials));
  }
  return results;
}

std::vector<std::vector<double>> gram_polynomials(int points) {
  if (points < smooth_degrees + 1 || points > largest_deck_size) {
    detail::refuse_argument("gram_polynomials", "points", "5 to " + std::to_string(largest_deck_size),
                            points);
  }
  const auto n = static_cast<std::size_t>(points);
  const auto coefficient = [points](int k) {
    return k == 0 ? 0 : k * std::sqrt((points * points - k * k) / (4. * (4 * k * k - 1)));
  };
  std::vector<double> before(n), current(n, 1 / std::sqrt(points));
  std::vector<std::vector<double>> polynomials;
  for (int degree = 1; degree <= smooth_degrees; ++degree) {
    std::vector<double> next(n);
    for (std::size_t x = 0; x < n; ++x) {
      const double centred = static_cast<double>(x) - (points - 1) / 2.;
      next[x] = (centred * current[x] - coefficient(degree - 1) * before[x]) / coefficient(degree);
    }
    before = std::move(current);
    current = next;
    polynomials.push_back(std::move(next));
  }
  return polynomials;
}

double squared_projections(const std::vector<double>& table, int deck_size) {
  const std::vector<std::vector<double>> phi = gram_polynomials(deck_size);
  const auto n = static_cast<std::size_t>(deck_size);
  double sum = 0;
  for (const std::vector<double>& of_position : phi) {
    for (const std::vector<double>& of_card : phi) {
      double z = 0;
      for (std::size_t position = 0; position < n; ++position) {
        double row = 0;
        for (std::size_t card = 0; card < n; ++card) row += of_card[card] * table[position * n + card];
        z += of_position[position] * row;
      }
      sum += z * z;
    }
  }
  return sum;
}

ChiSquared smooth_positions_statistic(const Tally& tally) {
  const std::vector<double> deviations = detail::position_deviations("smooth_positions_statistic", tally);
  return {squared_projections(deviations, tally.deck_size),
          static_cast<double>(smooth_degrees * smooth_degrees)};
}

ChiSquared hand_mates_statistic(int deck_size, int hands, std::uint64_t trials,
                                std::span<const std::uint64_t> cells) {
  constexpr std::string_view function = "hand_mates_statistic";
  if (hands < 2 || deck_size < 4 || deck_size % hands != 0 || deck_size / hands < 2) {
    detail::refuse_argument(function, "hands", "two or more, equal, of two cards or more", hands);
  }
  if (trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  const auto pairs = static_cast<std::uint64_t>(deck_size) * static_cast<std::uint64_t>(deck_size - 1) / 2;
  const auto width = static_cast<std::uint64_t>(deck_size / hands);
  detail::check_total(function, detail::sums_of(cells).counted,
                      static_cast<std::uint64_t>(deck_size) * (width - 1) / 2 * trials, trials);
  if (cells.size() != pairs) {
    detail::refuse_argument(function, "cells", "one for each pair", static_cast<double>(cells.size()));
  }

  const auto n = static_cast<long double>(deck_size), w = static_cast<long double>(width);
  const long double p = (w - 1) / (n - 1);
  const long double of_one_card = p * (w - 2) / (n - 2) - p * p;
  // Two pairs in one hand, or in two.
  const long double of_no_card = p * ((w - 2) * (w - 3) + (n - w) * (w - 1)) / ((n - 2) * (n - 3)) - p * p;
  const long double variance = p * (1 - p) - 2 * of_one_card + of_no_card;
  const auto all = static_cast<long double>(trials);
  long double sum = 0;
  for (const std::uint64_t count : cells) {
    const long double deviation = static_cast<long double>(count) - all * p;
    sum += deviation * deviation;
  }
  return {static_cast<double>(sum / (all * variance)), static_cast<double>(deck_size * (deck_size - 3)) / 2};
}

ChiSquared neighbours_statistic(int n, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  constexpr std::string_view function = "neighbours_statistic";
  detail::check_deck(function, n, 2, trials);
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
  const double degrees_of_freedom = static_cast<double>(n) * n - n - 1;
  const Wide of_sums = cards * sum_of_squared_sums - 2 * (cards + 1) * squared_trials;
  if (is_wide_deck(n)) {
    // The numerator below may not fit; neither of its parts is lost beside the other.
    const long double of_differences = static_cast<long double>(sum_of_squared_differences) *
                                       static_cast<long double>(cards * (cards - 1)) /
                                       static_cast<long double>(cards + 1);
    return {static_cast<double>((static_cast<long double>(of_sums) + of_differences) /
                                (2 * static_cast<long double>(trials))),
            degrees_of_freedom};
  }
  // The sums add up to (n+1) N over n (n+1) / 2 pairs, so sum (D_ab + D_ba)^2 = sum of squared sums - 2 (n+1)
  // N^2 / n, and T has the denominator 2 (n+1) N. The largest term is below 129 * 128 * 129 N^2 < 2^128.
  const Wide numerator = (cards + 1) * of_sums + cards * (cards - 1) * sum_of_squared_differences;
  return {detail::quotient(numerator, static_cast<Wide>(2 * (cards + 1)) * trials), degrees_of_freedom};
}

StrongestCell strongest_neighbour(const Tally& tally, std::span<const std::uint64_t> cells) {
  const auto symbols = static_cast<std::size_t>(tally.deck_size) + 1;
  StrongestCell strongest(tally.trials);
  strongest.look_at(cells, 1. / tally.deck_size,
                    [symbols](std::size_t cell) { return cell / symbols != cell % symbols; });
  detail::check_total("strongest_neighbour", strongest.counted(), symbols * tally.trials, tally.trials);
  return strongest;
}

ChiSquared cyclic_differences_statistic(int deck_size, std::uint64_t trials,
                                        std::span<const std::uint64_t> cells) {
  constexpr std::string_view function = "cyclic_differences_statistic";
  detail::check_deck(function, deck_size, 4, trials);
  const auto cards = static_cast<std::size_t>(deck_size);
  detail::check_total(function, detail::sums_of(cells).counted, cards * trials, trials);

  const auto n = static_cast<long double>(deck_size), all = static_cast<long double>(trials);
  const long double expected = all * n / (n - 1);
  long double of_sums = 0, of_differences = 0;
  for (std::size_t s = 1; 2 * s < cards; ++s) {
    const auto up = static_cast<long double>(cells[s - 1]),
               down = static_cast<long double>(cells[cards - s - 1]);
    const long double sum = up + down - 2 * expected, difference = up - down;
    of_sums += sum * sum / 2;
    of_differences += difference * difference / 2;
  }
  if (cards % 2 == 0) {
    const long double half = static_cast<long double>(cells[cards / 2 - 1]) - expected;
    of_sums += half * half;
  }
  const long double statistic = (n - 1) / (n * all) * (of_sums + (n - 2) / n * of_differences);
  return {static_cast<double>(statistic), static_cast<double>(deck_size - 2)};
}

namespace {

// Of an irreducible part of this dimension, `excess` being N times the squared length of its component.
ChiSquared statistic_of_component(std::string_view function, std::uint64_t dimension, Wide sum, Wide less,
                                  std::uint64_t trials) {
  if (less > sum) detail::refuse_argument(function, "pair positions", "counts of the same trials", 0);
  return {detail::quotient(dimension * (sum - less), trials), static_cast<double>(dimension * dimension)};
}

}  // namespace

PairStatistics pair_statistics(const Tally& tally) {
  constexpr std::string_view function = "pair_statistics";
  detail::check_deck(function, tally.deck_size, 4, tally.trials);
  const auto n = static_cast<std::uint64_t>(tally.deck_size);
  if (!tally.pair_positions || tally.pair_positions->cards.size() != n * (n - 1) / 2) {
    detail::refuse_argument(function, "pair positions", "those of all pairs of cards", 0);
  }
  const detail::CellSums of_cards = detail::sums_of(tally.positions.cells());
  detail::check_total(function, of_cards.counted, n * tally.trials, tally.trials);
  Wide of_unordered = 0, of_ordered = 0;
  for (const PairSums& pair : tally.pair_positions->cards) {
    of_unordered += pair.unordered_squares;
    // O of the higher and the lower card at q and p is that of the lower and the higher one at p and q.
    of_ordered += 2 * static_cast<Wide>(pair.squares);
  }
  return {.unordered = statistic_of_component(function, n * (n - 3) / 2, of_unordered,
                                              of_cards.sum_of_squares, tally.trials),
          .ordered = statistic_of_component(function, (n - 1) * (n - 2) / 2,
                                            of_ordered + static_cast<Wide>(tally.trials) * tally.trials,
                                            of_cards.sum_of_squares + of_unordered, tally.trials)};
}

Needs needs_pair_positions(const Tally& tally) {
  // The third cumulant is the chi-square's times 1 + d / N, or less, of a part of dimension d, whose skewness
  // is the root of 8 over d: together the tail at 1e-10 is off by one part in twenty at 2,400 trials,
  // whatever the deck (core/README.md 2.22).
  Needs needs = detail::needs_2400_trials(tally);
  needs.lacking = tally.pair_positions ? "" : "pair positions were not counted";
  return needs;
}

std::vector<TestResult> test_pairs(const Tally& tally) {
  const auto result = [&tally](const Partition& partition, const ChiSquared& outcome) {
    return detail::chi_squared_result(fmt::format("{} {}", name_of(partition), to_text(partition)), outcome,
                                      tally.trials, needs_pair_positions(tally).rule);
  };
  const int n = tally.deck_size;
  const auto [unordered, ordered] = pair_statistics(tally);
  return {result({n - 2, 2}, unordered), result({n - 2, 1, 1}, ordered)};
}

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

}  // namespace

Needs detail::needs_20_trials(const Tally& tally) {
  return {.rule = {.fewest = 20, .fewest_for_any_level = 20},
          .table = is_wide_deck(tally.deck_size) ? "all means" : "all pairs"};
}

StrongestCell strongest_pair(std::uint64_t trials, std::span<const std::uint64_t> pairs) {
  check_counts("strongest_pair", trials, pairs);
  StrongestCell strongest(trials);
  strongest.look_at(pairs, 0.5);
  return strongest;
}

ChiSquared relative_order_statistic(int deck_size, std::uint64_t trials,
                                    std::span<const std::uint64_t> pairs) {
  constexpr std::string_view function = "relative_order_statistic";
  if (deck_size < 3) detail::refuse_argument(function, "deck_size", "at least 3", deck_size);
  const SquaredDifferences squares = squares_of(function, deck_size, trials, pairs);
  // The differences of r_i / n are the projection of D on such differences, and their squares add up to those
  // of r_i over n: T = 3 / (n N) (n sum D^2 - sum r^2), which is not negative (Cauchy and Schwarz).
  const Wide numerator = 3 * (static_cast<Wide>(deck_size) * squares.of_pairs - squares.of_cards);
  return {detail::quotient(numerator, static_cast<Wide>(deck_size) * trials),
          (deck_size - 1.) * (deck_size - 2.) / 2};
}

ChiSquared mean_positions_statistic(int deck_size, std::uint64_t trials,
                                    std::span<const std::uint64_t> pairs) {
  constexpr std::string_view function = "mean_positions_statistic";
  if (deck_size < 2) detail::refuse_argument(function, "deck_size", "at least 2", deck_size);
  const SquaredDifferences squares = squares_of(function, deck_size, trials, pairs);
  return {detail::quotient(3 * squares.of_cards, static_cast<Wide>(deck_size * (deck_size + 1)) * trials),
          deck_size - 1.};
}

ChiSquared means_from_table(const Tally& tally, bool of_cards) {
  constexpr std::string_view function = "means_from_table";
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

}  // namespace fairshuffle
