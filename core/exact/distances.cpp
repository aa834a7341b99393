#include "core/exact/distances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "core/exact/compensated_sum.hpp"
#include "core/exact/divergence_term.hpp"
#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

// Denominators after some hundred swaps are beyond the range of doubles, their quotients are not.
double quotient(const Integer& numerator, const Integer& denominator) {
  if (numerator == 0) return 0;
  const auto scaled = [](const Integer& number, int& exponent) {
    const auto bits = static_cast<int>(msb(abs(number)));
    exponent = std::max(0, bits - 900);
    return Integer(number >> exponent).convert_to<double>();
  };
  int up = 0, down = 0;
  const double ratio = scaled(numerator, up) / scaled(denominator, down);
  return std::ldexp(ratio, up - down);
}

Extreme extreme_of(const Law& law, const Integer& weight) {
  Extreme extreme{.probability = Fraction(weight, law.denominator), .ranks = {}};
  for (std::uint64_t rank = 0; rank < law.weight.size(); ++rank) {
    if (law.weight[rank] == weight) extreme.ranks.push_back(rank);
  }
  return extreme;
}

void check_same_deck(const Law& left, const Law& right) {
  if (left.deck_size == right.deck_size) return;
  throw std::invalid_argument("comparing laws: the deck sizes must be equal, were " +
                              std::to_string(left.deck_size) + " and " + std::to_string(right.deck_size));
}

// |p - q| over the product of the denominators.
std::vector<Integer> differences(const Law& left, const Law& right) {
  check_same_deck(left, right);
  std::vector<Integer> gaps;
  gaps.reserve(left.weight.size());
  for (std::size_t rank = 0; rank < left.weight.size(); ++rank) {
    gaps.push_back(
        abs(Integer(left.weight[rank] * right.denominator - right.weight[rank] * left.denominator)));
  }
  return gaps;
}

}  // namespace

double kullback_leibler(const Law& law) {
  if (law.invalid != 0) return std::numeric_limits<double>::infinity();
  const Integer orders = law.weight.size();
  CompensatedSum sum;
  for (const Integer& weight : law.weight) {
    sum.add(divergence_term(quotient(weight * orders - law.denominator, law.denominator)));
  }
  return sum.total() / static_cast<double>(law.weight.size());
}

Extreme least_probability(const Law& law) {
  return extreme_of(law, *std::ranges::min_element(law.weight));
}

Extreme largest_probability(const Law& law) {
  return extreme_of(law, *std::ranges::max_element(law.weight));
}

Fraction phi2_parity(const Law& law) {
  const Fraction excess = 2 * even_probability(law) - 1;
  return excess * excess;
}

Fraction phi2_neighbours(const Law& law) {
  const auto n = static_cast<std::size_t>(law.deck_size);
  const std::size_t boundary = n;
  std::vector<std::vector<Integer>> follows(n + 1, std::vector<Integer>(n + 1));  // [before][after]
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const Integer& weight : law.weight) {
    std::size_t before = boundary;
    for (const Card card : order) {
      follows[before][card] += weight;
      before = card;
    }
    follows[before][boundary] += weight;
    to_next_order(order);
  }
  Integer even_squares = 0, odd_squares = 0;  // times (n * denominator)^2
  for (std::size_t a = 0; a <= n; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Integer x = follows[a][b] * n - law.denominator;
      const Integer y = follows[b][a] * n - law.denominator;
      even_squares += (x + y) * (x + y);
      odd_squares += (x - y) * (x - y);
    }
  }
  const Integer scale = 2 * n * n * law.denominator * law.denominator;
  return Fraction(even_squares * n, scale) + Fraction(odd_squares * n * (n - 1), scale * (n + 1));
}

Fraction total_variation_between(const Law& left, const Law& right) {
  const std::vector<Integer> gaps = differences(left, right);
  const Integer invalid = abs(Integer(left.invalid * right.denominator - right.invalid * left.denominator));
  return {std::accumulate(gaps.begin(), gaps.end(), invalid), 2 * left.denominator * right.denominator};
}

std::vector<std::uint64_t> largest_differences(const Law& left, const Law& right, std::size_t most) {
  const std::vector<Integer> gaps = differences(left, right);
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t rank = 0; rank < gaps.size(); ++rank) {
    if (gaps[rank] != 0) ranks.push_back(rank);
  }
  const auto shown = static_cast<std::ptrdiff_t>(std::min(most, ranks.size()));
  std::ranges::partial_sort(ranks, ranks.begin() + shown, [&gaps](std::uint64_t a, std::uint64_t b) {
    return gaps[a] != gaps[b] ? gaps[a] > gaps[b] : a < b;
  });
  ranks.resize(static_cast<std::size_t>(shown));
  return ranks;
}

}  // namespace fairshuffle
