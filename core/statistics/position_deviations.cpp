#include "core/statistics/position_deviations.hpp"

#include <cmath>

#include "core/statistics/arguments.hpp"
#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle::detail {

std::vector<double> position_deviations(std::string_view function, const Tally& tally) {
  const int n = tally.deck_size;
  if (n < 2) refuse_argument(function, "deck_size", "at least 2", n);
  if (tally.trials == 0) refuse_argument(function, "trials", "at least 1", 0);
  // Of counts of 2^53 and a share of them that is no whole number a double would lose the difference.
  const auto trials = static_cast<long double>(tally.trials);
  const long double unit = std::sqrt((n - 1) / trials);
  std::vector<double> deviations;
  std::uint64_t counted = 0;
  for (int position = 0; position < n; ++position) {
    for (int card = 0; card < n; ++card) {
      const std::uint64_t count = tally.positions.at(position, card);
      counted += count;
      deviations.push_back(static_cast<double>(unit * (static_cast<long double>(count) - trials / n)));
    }
  }
  check_total(function, counted, static_cast<std::uint64_t>(n) * tally.trials, tally.trials);
  return deviations;
}

}  // namespace fairshuffle::detail
