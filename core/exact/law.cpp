#include "core/exact/law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>

#include "core/order/order.hpp"

namespace fairshuffle {

Fraction probability_of(const Law& law, std::uint64_t rank) {
  return {law.weight[rank], law.denominator};
}

Fraction invalid_probability(const Law& law) {
  return {law.invalid, law.denominator};
}

Law reduced(Law law) {
  Integer common = gcd(law.denominator, law.invalid);
  for (const Integer& weight : law.weight) {
    if (common == 1) return law;
    if (weight != 0) common = gcd(common, weight);
  }
  law.denominator /= common;
  law.invalid /= common;
  for (Integer& weight : law.weight) weight /= common;
  return law;
}

Fraction total_variation(const Law& law) {
  // |w/D - 1/k| = |k w - D| / (k D).
  const Integer orders = law.weight.size();
  Integer sum = law.invalid * orders;
  for (const Integer& weight : law.weight) sum += abs(Integer(weight * orders - law.denominator));
  return {sum, 2 * orders * law.denominator};
}

bool is_uniform(const Law& law) {
  return total_variation(law) == 0;
}

Fraction phi2(const Law& law) {
  // n! sum p^2 - 1 needs one subtraction instead of n!, because the probabilities sum to 1.
  Integer sum_of_squares = 0;
  for (const Integer& weight : law.weight) sum_of_squares += weight * weight;
  return Fraction(sum_of_squares * law.weight.size(), law.denominator * law.denominator) - 1;
}

namespace {

// [position][card]: the sums of the weights of the orders that have the card there; `add(sum, weight)`.
template <class Sum, class Weight, class Add>
std::vector<std::vector<Sum>> sums_by_position(int deck_size, const std::vector<Weight>& weights, Add add) {
  const auto n = static_cast<std::size_t>(deck_size);
  std::vector<std::vector<Sum>> sums(n, std::vector<Sum>(n));
  std::vector<Card> order = order_of_rank(0, deck_size);
  for (const Weight& weight : weights) {
    for (std::size_t position = 0; weight != 0 && position < n; ++position) {
      add(sums[position][order[position]], weight);
    }
    to_next_order(order);
  }
  return sums;
}

// The same table of what `shown` makes of each sum.
template <class Sum, class Shown>
auto shown_table(const std::vector<std::vector<Sum>>& sums, Shown shown) {
  std::vector<std::vector<decltype(shown(sums[0][0]))>> table(sums.size());
  for (std::size_t row = 0; row < sums.size(); ++row) {
    for (const Sum& sum : sums[row]) table[row].push_back(shown(sum));
  }
  return table;
}

}  // namespace

std::vector<std::vector<Fraction>> position_law(const Law& law) {
  const auto sums = sums_by_position<Integer>(law.deck_size, law.weight,
                                              [](Integer& sum, const Integer& weight) { sum += weight; });
  return shown_table(sums, [&law](const Integer& sum) { return Fraction(sum, law.denominator); });
}

std::vector<std::vector<double>> position_law(const NumericLaw& law) {
  const auto sums = sums_by_position<CompensatedSum>(
      law.deck_size, law.probability, [](CompensatedSum& sum, double probability) { sum.add(probability); });
  return shown_table(sums, [](const CompensatedSum& sum) { return sum.total(); });
}

Fraction phi2_positions(const Law& law) {
  const Fraction uniform(1, law.deck_size);
  Fraction sum = 0;
  for (const auto& row : position_law(law)) {
    for (const Fraction& probability : row) sum += (probability - uniform) * (probability - uniform);
  }
  return sum * (law.deck_size - 1);
}

Fraction even_probability(const Law& law) {
  Integer sum = 0;
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const Integer& weight : law.weight) {
    if (is_even(order)) sum += weight;
    to_next_order(order);
  }
  return {sum, law.denominator};
}

std::uint64_t support_size(const Law& law) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(law.weight, [](const Integer& weight) { return weight != 0; }));
}

std::string to_text(const Fraction& fraction) {
  return fraction.str();
}

double to_double(const Fraction& fraction) {
  return fraction.convert_to<double>();
}

namespace {

// The sum of term(p) over all orders.
template <class Term>
double sum_over_orders(const NumericLaw& law, Term term) {
  CompensatedSum sum;
  for (const double probability : law.probability) sum.add(term(probability));
  return sum.total();
}

double order_count_of(const NumericLaw& law) {
  return static_cast<double>(law.probability.size());
}

}  // namespace

NumericLaw numeric(const Law& law) {
  NumericLaw numbers{.deck_size = law.deck_size,
                     .probability = {},
                     .invalid = to_double(invalid_probability(law)),
                     .error = std::numeric_limits<double>::epsilon() / 2};
  numbers.probability.reserve(law.weight.size());
  // A fraction is dear, and many orders have the same.
  std::map<Integer, double> known;
  for (std::uint64_t rank = 0; rank < law.weight.size(); ++rank) {
    const auto [found, is_new] = known.emplace(law.weight[rank], 0);
    if (is_new) found->second = to_double(probability_of(law, rank));
    numbers.probability.push_back(found->second);
  }
  return numbers;
}

double total_variation(const NumericLaw& law) {
  const double uniform = 1 / order_count_of(law);
  return (sum_over_orders(law, [=](double p) { return std::abs(p - uniform); }) + law.invalid) / 2;
}

double phi2(const NumericLaw& law) {
  const double orders = order_count_of(law);
  return sum_over_orders(law, [=](double p) { return (p * orders - 1) * (p * orders - 1); }) / orders;
}

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
