#include "core/statistics/positions.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/permutation/permutation.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

ChiSquared positions_statistic(const Tally& tally) {
  constexpr std::string_view function = "positions_statistic";
  const int n = tally.deck_size;
  if (n < 2) detail::refuse_argument(function, "deck_size", "at least 2", n);
  if (tally.trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);

  const detail::CellSums sums = detail::sums_of(tally.positions.cells());
  detail::check_total(function, sums.counted, static_cast<std::uint64_t>(n) * tally.trials, tally.trials);

  // sum (C - N/n)^2 = sum C^2 - N^2, because C sums to n N.
  const Wide numerator =
      static_cast<unsigned>(n - 1) * (sums.sum_of_squares - static_cast<Wide>(tally.trials) * tally.trials);
  return {static_cast<double>(static_cast<long double>(numerator) / static_cast<long double>(tally.trials)),
          static_cast<double>((n - 1) * (n - 1))};
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
  double sum = 0;
  for (std::size_t cell = 0; cell < filter.size(); ++cell) sum += filter[cell] * deviations[cell];
  return sum;
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

}  // namespace fairshuffle
