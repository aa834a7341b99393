#include "core/statistics/smooth_positions.hpp"

#include <cmath>
#include <cstddef>
#include <string>

#include "core/statistics/arguments.hpp"
#include "core/statistics/position_deviations.hpp"

namespace fairshuffle {

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

TestResult test_smooth_positions(const Tally& tally) {
  constexpr std::string_view name = smooth_positions_test.name;
  constexpr detail::TrialRule rule{2'400, 2'400};
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  if (tally.trials == 0) return detail::not_applied(name, "there were no trials");
  return detail::large_table_result(name, smooth_positions_statistic(tally), tally, rule);
}

}  // namespace fairshuffle
