#include "core/statistics/occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/statistics/arguments.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

// Below so many trials a cell the mean is a small difference of large numbers, and a series is better.
constexpr double few_a_cell = 0.1;

void check(const char* function, std::uint64_t trials, double cells) {
  if (trials > largest_trial_count) {
    detail::refuse_argument(function, "trials", "at most 2^53", static_cast<double>(trials));
  }
  if (!(cells >= 1 && std::isfinite(cells))) {
    detail::refuse_argument(function, "cells", "at least 1 and finite", cells);
  }
}

// e^x - 1 - x.
long double after_two_terms(long double x) {
  if (x > few_a_cell) return std::expm1(x) - x;
  long double sum = 0, term = x;
  for (int power = 2; power < 24; ++power) sum += term *= x / power;
  return sum;
}

}  // namespace

double number_of_orders(int deck_size) {
  // Of up to 22 cards it is exact. 170! is 7.3e306, and no double holds more; nor could any trials tell.
  constexpr int most_cards = 170;
  double orders = 1;
  for (int card = 2; card <= std::min(deck_size, most_cards); ++card) orders *= card;
  return orders;
}

double number_of_outcomes(const Tally& tally) {
  return tally.makeup ? number_of_arrangements(tally.made_up(), tally.deck_size)
                      : number_of_orders(tally.deck_size);
}

double mean_repeats(std::uint64_t trials, double cells) {
  check("mean_repeats", trials, cells);
  if (trials < 2) return 0;
  const auto n = static_cast<long double>(trials);
  const auto s = static_cast<long double>(cells);
  if (s == 1) return static_cast<double>(n - 1);
  if (n > few_a_cell * s) return static_cast<double>(n + s * std::expm1(n * std::log1p(-1 / s)));
  // C(n,2) / s - C(n,3) / s^2 + ...: terms of turning signs, each below n / s times a third of the one
  // before.
  long double sum = 0, term = n;
  for (int j = 2; j < 24; ++j) {
    term *= -(n - (j - 1)) / (s * j);
    sum -= term;
  }
  return static_cast<double>(sum);
}

double variance_of_repeats(std::uint64_t trials, double cells) {
  check("variance_of_repeats", trials, cells);
  if (trials < 2) return 0;
  const auto s = static_cast<long double>(cells), n = static_cast<long double>(trials);
  const long double x = n / s;
  // That of the empty cells. Of more cells, or fewer trials, its differences cancel.
  if (s <= 1e6L && x >= 0.01L) {
    const long double one_empty = s > 1 ? std::exp(n * std::log1p(-1 / s)) : 0;
    const long double two_empty = s > 2 ? std::exp(n * std::log1p(-2 / s)) : 0;
    const long double variance = s * (s - 1) * two_empty + s * one_empty - s * s * one_empty * one_empty;
    return std::max(0.0, static_cast<double>(variance));
  }
  // Nearly S e^(-2x) (e^x - 1 - x), with x = n / S trials a cell.
  // Above that the leading term alone is left, and e^x may not fit.
  const long double variance = x > 5000 ? s * std::exp(-x) : s * std::exp(-2 * x) * after_two_terms(x);
  return static_cast<double>(variance);
}

}  // namespace fairshuffle
