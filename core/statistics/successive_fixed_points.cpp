#include "core/statistics/successive_fixed_points.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "core/statistics/quotients.hpp"
#include "core/tally/mean_of_counts.hpp"

namespace fairshuffle {

SuccessiveFixedPoints successive_fixed_points(const Tally& whole) {
  const auto trials = static_cast<double>(whole.trials), pairs = static_cast<double>(whole.quotients.pairs);
  if (whole.deck_size < 2 || pairs < 1) return {};
  double squared_cells = 0;
  for (const std::uint64_t cell : whole.positions.cells()) {
    squared_cells += static_cast<double>(cell) * static_cast<double>(cell);
  }
  const NumberCounts fixed_points = tally_of_quotients(whole).fixed_points;
  SuccessiveFixedPoints result{.mean = mean_of_counts(fixed_points.by_value()),
                               .mean_of_all = (squared_cells / trials - whole.deck_size) / (trials - 1)};
  const double difference = result.mean - result.mean_of_all;
  constexpr double rounding = 1e-9;  // where all decks are alike
  if (difference < rounding) return result;
  double squares_above = 0;
  for (std::size_t value = 0; value < fixed_points.by_value().size(); ++value) {
    const double above = std::max(0., static_cast<double>(value) - result.mean_of_all);
    squares_above += static_cast<double>(fixed_points.by_value()[value]) * above * above;
  }
  const double below = result.mean_of_all * result.mean_of_all * (1 - result.mean_of_all / whole.deck_size);
  const double variance = (2 - pairs / trials) * (squares_above / pairs + below);
  result.log10_p = -pairs * difference * difference / (2 * variance) * std::numbers::log10e;
  return result;
}

}  // namespace fairshuffle
