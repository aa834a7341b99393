#include "core/statistics/null_laws.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/order/order.hpp"
#include "core/statistics/arguments.hpp"

namespace fairshuffle {

namespace {
void check_deck_size(std::string_view function, int deck_size, int largest = largest_deck_size) {
  if (deck_size < 1 || deck_size > largest) {
    detail::refuse_argument(function, "deck_size", "1 to " + std::to_string(largest), deck_size);
  }
}

// D_m / m!, m = 0..n: the sum over i = 0..m of (-1)^i / i!. Its terms are at most 1 and it is 0 or at least
// 1/3, so the alternating sum loses nothing that matters; for m = 1 it is exactly 0.
std::vector<long double> shares_without_fixed_points(std::size_t n) {
  std::vector<long double> shares(n + 1);
  long double sum = 0;
  long double term = 1;
  for (std::size_t m = 0; m <= n; ++m) {
    sum += term;
    shares[m] = sum;
    term /= -static_cast<long double>(m + 1);
  }
  return shares;
}

std::vector<double> rounded(const std::vector<long double>& law) {
  return {law.begin(), law.end()};
}
}  // namespace

std::vector<double> fixed_points_law(int deck_size) {
  check_deck_size("fixed_points_law", deck_size);
  const auto n = static_cast<std::size_t>(deck_size);
  const std::vector<long double> without_fixed_points = shares_without_fixed_points(n);
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
  return rounded(law);
}

std::vector<double> descents_law(int deck_size) {
  check_deck_size("descents_law", deck_size);
  // A(m, j) = (j + 1) A(m - 1, j) + (m - j) A(m - 1, j - 1), over m!: the m-th card is put into a descent or
  // at the end, or into an ascent or at the start.
  std::vector<long double> law{1};
  for (std::size_t m = 2; m <= static_cast<std::size_t>(deck_size); ++m) {
    std::vector<long double> next(m);
    const auto cards = static_cast<long double>(m);
    for (std::size_t descents = 0; descents + 1 < m; ++descents) {
      next[descents] += law[descents] * (static_cast<long double>(descents + 1) / cards);
      next[descents + 1] += law[descents] * (static_cast<long double>(m - descents - 1) / cards);
    }
    law = std::move(next);
  }
  return rounded(law);
}

std::vector<double> rising_sequences_law(int deck_size) {
  std::vector<double> law = descents_law(deck_size);
  law.insert(law.begin(), 0);
  return law;
}

std::vector<double> peaks_law(int deck_size) {
  check_deck_size("peaks_law", deck_size);
  // P(m, j) = (2j + 2) P(m - 1, j) + (m - 2j) P(m - 1, j - 1), over m!: the m-th card, the highest, stays
  // without a new peak beside a peak or at either end.
  std::vector<long double> law{1};
  for (std::size_t m = 2; m <= static_cast<std::size_t>(deck_size); ++m) {
    std::vector<long double> next((m + 1) / 2);
    const auto cards = static_cast<long double>(m);
    for (std::size_t peaks = 0; peaks < law.size(); ++peaks) {
      next[peaks] += law[peaks] * (static_cast<long double>(2 * peaks + 2) / cards);
      if (peaks + 1 < next.size() && m >= 2 * peaks + 2) {
        next[peaks + 1] += law[peaks] * (static_cast<long double>(m - 2 * peaks - 2) / cards);
      }
    }
    law = std::move(next);
  }
  return rounded(law);
}

std::vector<double> inversions_law(int deck_size) {
  check_deck_size("inversions_law", deck_size, largest_byte_deck);
  // The m-th card jumps over 0..m-1 lower ones, each equally likely: a sum over a window. As a difference of
  // two sums from the left it is exact enough up to the middle only, behind which both are nearly 1.
  std::vector<long double> law{1};
  for (std::size_t m = 2; m <= static_cast<std::size_t>(deck_size); ++m) {
    std::vector<long double> below{0};
    for (const long double p : law) below.push_back(below.back() + p);
    std::vector<long double> next(law.size() + m - 1);
    for (std::size_t inversions = 0; 2 * inversions < next.size(); ++inversions) {
      const std::size_t end = std::min(inversions + 1, law.size());
      next[inversions] =
          (below[end] - below[inversions + 1 - std::min(inversions + 1, m)]) / static_cast<long double>(m);
      next[next.size() - 1 - inversions] = next[inversions];
    }
    law = std::move(next);
  }
  return rounded(law);
}

std::vector<double> successions_law(int deck_size) {
  check_deck_size("successions_law", deck_size);
  const auto n = static_cast<std::size_t>(deck_size);
  // With d_m = D_m / m! the term is (d_(n-j) (n-j) + d_(n-j-1)) / (j! n).
  const std::vector<long double> without = shares_without_fixed_points(n);
  std::vector<double> law(n);
  long double factorial = 1;
  for (std::size_t successions = 0; successions < n; ++successions) {
    if (successions > 0) factorial *= static_cast<long double>(successions);
    const std::size_t left = n - successions;
    law[successions] =
        static_cast<double>((without[left] * static_cast<long double>(left) + without[left - 1]) /
                            (factorial * static_cast<long double>(n)));
  }
  return law;
}

}  // namespace fairshuffle
