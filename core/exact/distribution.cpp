#include "core/exact/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

Fraction probability_of(const Distribution& distribution, std::uint64_t rank) {
  return {distribution.weight[rank], distribution.denominator};
}

Fraction invalid_probability(const Distribution& distribution) {
  return {distribution.invalid, distribution.denominator};
}

Distribution reduced(Distribution distribution) {
  Integer common = gcd(distribution.denominator, distribution.invalid);
  for (const Integer& weight : distribution.weight) {
    if (common == 1) return distribution;
    if (weight != 0) common = gcd(common, weight);
  }
  distribution.denominator /= common;
  distribution.invalid /= common;
  for (Integer& weight : distribution.weight) weight /= common;
  return distribution;
}

Fraction total_variation(const Distribution& distribution) {
  // |w/D - 1/k| = |k w - D| / (k D).
  const Integer permutations = distribution.weight.size();
  Integer sum = distribution.invalid * permutations;
  for (const Integer& weight : distribution.weight)
    sum += abs(Integer(weight * permutations - distribution.denominator));
  return {sum, 2 * permutations * distribution.denominator};
}

bool is_uniform(const Distribution& distribution) {
  return total_variation(distribution) == 0;
}

Fraction chi_square_distance(const Distribution& distribution) {
  // n! sum p^2 - 1 needs one subtraction instead of n!, because the probabilities sum to 1.
  Integer sum_of_squares = 0;
  for (const Integer& weight : distribution.weight) sum_of_squares += weight * weight;
  return Fraction(sum_of_squares * distribution.weight.size(),
                  distribution.denominator * distribution.denominator) -
         1;
}

namespace {

// [position][card]: the sums of the weights of the permutations that have the card there; `add(sum, weight)`.
template <class Sum, class Weight, class Add>
std::vector<std::vector<Sum>> sums_by_position(int deck_size, const std::vector<Weight>& weights, Add add) {
  const auto n = static_cast<std::size_t>(deck_size);
  std::vector<std::vector<Sum>> sums(n, std::vector<Sum>(n));
  std::vector<Card> permutation = permutation_of_rank(0, deck_size);
  for (const Weight& weight : weights) {
    for (std::size_t position = 0; weight != 0 && position < n; ++position) {
      add(sums[position][permutation[position]], weight);
    }
    to_next_permutation(permutation);
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

std::vector<std::vector<Fraction>> position_distribution(const Distribution& distribution) {
  const auto sums = sums_by_position<Integer>(distribution.deck_size, distribution.weight,
                                              [](Integer& sum, const Integer& weight) { sum += weight; });
  return shown_table(sums,
                     [&distribution](const Integer& sum) { return Fraction(sum, distribution.denominator); });
}

std::vector<std::vector<double>> position_distribution(const NumericDistribution& distribution) {
  const auto sums =
      sums_by_position<CompensatedSum>(distribution.deck_size, distribution.probability,
                                       [](CompensatedSum& sum, double probability) { sum.add(probability); });
  return shown_table(sums, [](const CompensatedSum& sum) { return sum.total(); });
}

Fraction chi_square_distance_positions(const Distribution& distribution) {
  const Fraction uniform(1, distribution.deck_size);
  Fraction sum = 0;
  for (const auto& row : position_distribution(distribution)) {
    for (const Fraction& probability : row) sum += (probability - uniform) * (probability - uniform);
  }
  return sum * (distribution.deck_size - 1);
}

Fraction even_probability(const Distribution& distribution) {
  Integer sum = 0;
  std::vector<Card> permutation = permutation_of_rank(0, distribution.deck_size);
  for (const Integer& weight : distribution.weight) {
    if (is_even(permutation)) sum += weight;
    to_next_permutation(permutation);
  }
  return {sum, distribution.denominator};
}

std::uint64_t support_size(const Distribution& distribution) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(distribution.weight, [](const Integer& weight) { return weight != 0; }));
}

std::string to_text(const Fraction& fraction) {
  return fraction.str();
}

double to_double(const Fraction& fraction) {
  return fraction.convert_to<double>();
}

namespace {

// The sum of term(p) over all permutations.
template <class Term>
double sum_over_permutations(const NumericDistribution& distribution, Term term) {
  CompensatedSum sum;
  for (const double probability : distribution.probability) sum.add(term(probability));
  return sum.total();
}

double permutation_count_of(const NumericDistribution& distribution) {
  return static_cast<double>(distribution.probability.size());
}

}  // namespace

NumericDistribution numeric(const Distribution& distribution) {
  NumericDistribution numbers{.deck_size = distribution.deck_size,
                              .probability = {},
                              .invalid = to_double(invalid_probability(distribution)),
                              .error = std::numeric_limits<double>::epsilon() / 2};
  numbers.probability.reserve(distribution.weight.size());
  // A fraction is dear, and many permutations have the same.
  std::map<Integer, double> known;
  for (std::uint64_t rank = 0; rank < distribution.weight.size(); ++rank) {
    const auto [found, is_new] = known.emplace(distribution.weight[rank], 0);
    if (is_new) found->second = to_double(probability_of(distribution, rank));
    numbers.probability.push_back(found->second);
  }
  return numbers;
}

double total_variation(const NumericDistribution& distribution) {
  const double uniform = 1 / permutation_count_of(distribution);
  return (sum_over_permutations(distribution, [=](double p) { return std::abs(p - uniform); }) +
          distribution.invalid) /
         2;
}

double chi_square_distance(const NumericDistribution& distribution) {
  const double permutations = permutation_count_of(distribution);
  return sum_over_permutations(distribution,
                               [=](double p) { return (p * permutations - 1) * (p * permutations - 1); }) /
         permutations;
}

namespace {

// Denominators after some hundred swaps are beyond the range of doubles, their relative permutations are not.
double relative(const Integer& numerator, const Integer& denominator) {
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

Extreme extreme_of(const Distribution& distribution, const Integer& weight) {
  Extreme extreme{.probability = Fraction(weight, distribution.denominator), .ranks = {}};
  for (std::uint64_t rank = 0; rank < distribution.weight.size(); ++rank) {
    if (distribution.weight[rank] == weight) extreme.ranks.push_back(rank);
  }
  return extreme;
}

void check_same_deck(const Distribution& left, const Distribution& right) {
  if (left.deck_size == right.deck_size) return;
  throw std::invalid_argument("comparing distributions: the deck sizes must be equal, were " +
                              std::to_string(left.deck_size) + " and " + std::to_string(right.deck_size));
}

// |p - q| over the product of the denominators.
std::vector<Integer> differences(const Distribution& left, const Distribution& right) {
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

double kullback_leibler(const Distribution& distribution) {
  if (distribution.invalid != 0) return std::numeric_limits<double>::infinity();
  const Integer permutations = distribution.weight.size();
  CompensatedSum sum;
  for (const Integer& weight : distribution.weight) {
    sum.add(divergence_term(
        relative(weight * permutations - distribution.denominator, distribution.denominator)));
  }
  return sum.total() / static_cast<double>(distribution.weight.size());
}

Extreme least_probability(const Distribution& distribution) {
  return extreme_of(distribution, *std::ranges::min_element(distribution.weight));
}

Extreme largest_probability(const Distribution& distribution) {
  return extreme_of(distribution, *std::ranges::max_element(distribution.weight));
}

Fraction chi_square_distance_parity(const Distribution& distribution) {
  const Fraction excess = 2 * even_probability(distribution) - 1;
  return excess * excess;
}

Fraction chi_square_distance_neighbours(const Distribution& distribution) {
  const auto n = static_cast<std::size_t>(distribution.deck_size);
  const std::size_t boundary = n;
  std::vector<std::vector<Integer>> follows(n + 1, std::vector<Integer>(n + 1));  // [before][after]
  std::vector<Card> permutation = permutation_of_rank(0, distribution.deck_size);
  for (const Integer& weight : distribution.weight) {
    std::size_t before = boundary;
    for (const Card card : permutation) {
      follows[before][card] += weight;
      before = card;
    }
    follows[before][boundary] += weight;
    to_next_permutation(permutation);
  }
  Integer even_squares = 0, odd_squares = 0;  // times (n * denominator)^2
  for (std::size_t a = 0; a <= n; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Integer x = follows[a][b] * n - distribution.denominator;
      const Integer y = follows[b][a] * n - distribution.denominator;
      even_squares += (x + y) * (x + y);
      odd_squares += (x - y) * (x - y);
    }
  }
  const Integer scale = 2 * n * n * distribution.denominator * distribution.denominator;
  return Fraction(even_squares * n, scale) + Fraction(odd_squares * n * (n - 1), scale * (n + 1));
}

Fraction total_variation_between(const Distribution& left, const Distribution& right) {
  const std::vector<Integer> gaps = differences(left, right);
  const Integer invalid = abs(Integer(left.invalid * right.denominator - right.invalid * left.denominator));
  return {std::accumulate(gaps.begin(), gaps.end(), invalid), 2 * left.denominator * right.denominator};
}

std::vector<std::uint64_t> largest_differences(const Distribution& left, const Distribution& right,
                                               std::size_t most) {
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
