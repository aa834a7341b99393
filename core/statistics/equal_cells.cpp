#include "core/statistics/equal_cells.hpp"

#include "core/statistics/arguments.hpp"

namespace fairshuffle::detail {

ChiSquared equal_cells_statistic(std::string_view function, std::span<const std::uint64_t> counts,
                                 std::uint64_t trials) {
  if (counts.size() < 2 || counts.size() > 4'000'000) {
    refuse_argument(function, "cells", "2 to 4,000,000", static_cast<double>(counts.size()));
  }
  if (trials == 0) refuse_argument(function, "trials", "at least 1", 0);
  std::uint64_t counted = 0;
  for (const std::uint64_t count : counts) counted += count;
  check_total(function, counted, trials, trials);

  Wide sum_of_squares = 0;
  for (const std::uint64_t count : counts) sum_of_squares += static_cast<Wide>(count) * count;
  // k sum O^2 <= k N^2 <= 4e6 * 2^106 < 2^128, and by Cauchy-Schwarz it is at least N^2.
  const Wide numerator = counts.size() * sum_of_squares - static_cast<Wide>(trials) * trials;
  return {static_cast<double>(static_cast<long double>(numerator) / static_cast<long double>(trials)),
          static_cast<double>(counts.size() - 1)};
}

TrialRule equal_cells_rule(std::uint64_t cells) {
  return trial_rule(5 * cells);
}

}  // namespace fairshuffle::detail
