#include "core/statistics/null_laws.hpp"

#include <string_view>

#include "core/order/order.hpp"
#include "core/statistics/arguments.hpp"

namespace fairshuffle {

namespace {
void check_deck_size(std::string_view function, int deck_size) {
  if (deck_size < 1 || deck_size > largest_deck_size) {
    detail::refuse_argument(function, "deck_size", "1 to 64", deck_size);
  }
}
}  // namespace

std::vector<double> fixed_points_law(int deck_size) {
  check_deck_size("fixed_points_law", deck_size);
  const auto n = static_cast<std::size_t>(deck_size);
  // D_m / m! = sum over i = 0..m of (-1)^i / i!. Its terms are at most 1 and it is 0 or at least 1/3, so the
  // alternating sum loses nothing that matters; for m = 1 it is exactly 0.
  std::vector<long double> without_fixed_points(n + 1);
  long double sum = 0;
  long double term = 1;
  for (std::size_t m = 0; m <= n; ++m) {
    sum += term;
    without_fixed_points[m] = sum;
    term /= -static_cast<long double>(m + 1);
  }
  std::vector<double> law(n + 1);
  long double factorial = 1;
  for (std::size_t fixed = 0; fixed <= n; ++fixed) {
    if (fixed > 0) factorial *= static_cast<long double>(fixed);
    law[fixed] = static_cast<double>(without_fixed_points[n - fixed] / factorial);
  }
  return law;
}

std::vector<double> cycles_law(int deck_size) {
  check_deck_size("cycles_law", deck_size);
  // The m-th card starts a cycle of its own with probability 1/m, or joins one of the others'.
  std::vector<long double> law{1};
  for (std::size_t m = 1; m <= static_cast<std::size_t>(deck_size); ++m) {
    std::vector<long double> next(m + 1);
    const auto cards = static_cast<long double>(m);
    for (std::size_t cycles = 0; cycles < m; ++cycles) {
      next[cycles] += law[cycles] * ((cards - 1) / cards);
      next[cycles + 1] += law[cycles] / cards;
    }
    law = std::move(next);
  }
  return {law.begin(), law.end()};
}

}  // namespace fairshuffle
