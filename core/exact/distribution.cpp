#include "core/exact/distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

Fraction mean_fixed_points_after_swaps(int deck_size, int swaps) {
  if (deck_size < 1 || deck_size > 1000 || swaps < 0 || swaps > 10000) {
    throw std::invalid_argument(
        "mean_fixed_points_after_swaps: deck_size must be in 1..1000 and swaps in 0..10000, were " +
        std::to_string(deck_size) + " and " + std::to_string(swaps));
  }
  // One card is in place for good; pow(0, 0) = 1 is the two cards of no swap.
  const auto times = static_cast<unsigned>(swaps);
  return 1 + Fraction((deck_size - 1) * pow(Integer(deck_size - 2), times), pow(Integer(deck_size), times));
}

double mean_rising_sequences_of_riffles(int deck_size, double packets) {
  if (deck_size < 8 || deck_size > largest_deck_size || !(packets >= 1) || packets != std::floor(packets)) {
    throw std::invalid_argument(
        "mean_rising_sequences_of_riffles: deck_size must be in 8..1024 and packets a whole number from 1 "
        "on, were " +
        std::to_string(deck_size) + " and " + std::to_string(packets));
  }
  const double n = deck_size;
  if (packets >= 8 * n) {
    const double of_n = n / packets;
    return (n + 1) / 2 - (n + 1) * of_n / 12 + (n + 1) * of_n * (n - 1) * (n - 2) / (720 * packets * packets);
  }
  double powers = 0;
  for (double k = packets - 1; k >= 1; --k) powers += std::pow(k / packets, n);
  return packets - (n + 1) * powers;
}

double noncentrality_of_remainders(int deck_size, int bits) {
  const std::uint64_t words = std::uint64_t{1} << bits;
  double sum = 0;
  for (std::uint64_t bound = 2; bound <= static_cast<std::uint64_t>(deck_size); ++bound) {
    const auto rest = static_cast<double>(words % bound);
    sum += rest * (static_cast<double>(bound) - rest);
  }
  return std::ldexp(sum, -2 * bits);
}

double variance_of_descents(int deck_size) {
  return (deck_size + 1) / 12.;
}

namespace {

// How many permutations of n cards have d descents (the Eulerian numbers), by d; with places = 2 how many
// have p interior peaks (OEIS A008303), by p. Of a descent one place, of a peak the two beside it, take the
// highest card without one more, and so do as many ends of the deck.
std::vector<Integer> numbers_of_permutations(std::size_t n, std::size_t places) {
  std::vector<Integer> numbers{1};
  for (std::size_t cards = 2; cards <= n; ++cards) {
    std::vector<Integer> next((cards + places - 1) / places);
    for (std::size_t had = 0; had < next.size(); ++had) {
      if (had < numbers.size()) next[had] += numbers[had] * (places * (had + 1));
      if (had > 0) next[had] += numbers[had - 1] * (cards - places * had);
    }
    numbers = std::move(next);
  }
  return numbers;
}

// C(upper, chosen), which is 0 where upper is below chosen.
Integer binomial(const Integer& upper, std::size_t chosen) {
  Integer ways = 1;
  for (std::size_t factor = 0; factor < chosen; ++factor) ways = ways * (upper - factor) / (factor + 1);
  return ways;
}

// From uniform, where each of permutations[k] permutations of n cards has words[k] of the `values`^n words.
Fraction total_variation_of_words(std::size_t n, const std::vector<Integer>& permutations,
                                  const std::vector<Integer>& words, const Integer& values) {
  const Integer all = pow(values, static_cast<unsigned>(n));
  Integer factorial = 1, sum = 0;
  for (std::size_t cards = 2; cards <= n; ++cards) factorial *= cards;
  for (std::size_t k = 0; k < words.size(); ++k)
    sum += permutations[k] * abs(Integer(words[k] * factorial - all));
  return {sum, 2 * factorial * all};
}

}  // namespace

std::vector<Integer> riffle_words(int deck_size, const Integer& packets) {
  const auto n = static_cast<std::size_t>(deck_size);
  std::vector<Integer> words;
  for (std::size_t descents = 0; descents < n; ++descents) {
    words.push_back(binomial(packets + (n - 1) - descents, n));
  }
  return words;
}

Fraction riffle_total_variation(int deck_size, int riffles) {
  if (deck_size < 1 || deck_size > 500 || riffles < 0 || riffles > 1000) {
    throw std::invalid_argument(
        "riffle_total_variation: deck_size must be in 1..500 and riffles in 0..1000, were " +
        std::to_string(deck_size) + " and " + std::to_string(riffles));
  }
  const auto n = static_cast<std::size_t>(deck_size);
  const Integer packets = Integer(1) << riffles;
  return total_variation_of_words(n, numbers_of_permutations(n, 1), riffle_words(deck_size, packets),
                                  packets);
}

// 2^(2p + 1) sum(a = p..s - 1: C(n + s - a - 1, n) C(n - 1 - 2p, a - p)); the second binomial ends at
// a = n - 1 - p.
std::vector<Integer> shelf_words(int deck_size, const Integer& shelves) {
  if (deck_size < 1 || deck_size > 500 || shelves < 1) {
    throw std::invalid_argument("shelf_words: deck_size must be in 1..500 and shelves at least 1, were " +
                                std::to_string(deck_size) + " and " + shelves.str());
  }
  const auto n = static_cast<std::size_t>(deck_size);
  std::vector<Integer> by_a;
  for (std::size_t a = 0; a < n && a < shelves; ++a) by_a.push_back(binomial(shelves + (n - 1) - a, n));
  std::vector<Integer> words((n + 1) / 2);
  for (std::size_t p = 0; p < words.size(); ++p) {
    Integer choices = 1;
    for (std::size_t a = p; a < by_a.size() && a + p < n; ++a) {
      words[p] += by_a[a] * choices;
      choices = choices * (n - 1 - p - a) / (a - p + 1);
    }
    words[p] <<= 2 * p + 1;
  }
  return words;
}

std::size_t interior_peaks(std::span<const Card> permutation) {
  std::size_t peaks = 0;
  for (std::size_t at = 2; at < permutation.size(); ++at) {
    peaks += permutation[at - 2] < permutation[at - 1] && permutation[at - 1] > permutation[at];
  }
  return peaks;
}

Integer shelves_of_passes(std::int64_t shelves, std::int64_t passes) {
  return pow(Integer(2 * shelves), static_cast<unsigned>(passes)) / 2;
}

namespace {

// By words of so many letters: words[number(order)] of them lead to an order.
template <class Number>
NumericDistribution distribution_by(Number number, int deck_size, const std::vector<Integer>& words,
                                    const Integer& letters) {
  const Integer all = pow(letters, static_cast<unsigned>(deck_size));
  std::vector<double> by_number;
  for (const Integer& leading : words) by_number.push_back(to_double(Fraction(leading, all)));
  NumericDistribution distribution{.deck_size = deck_size, .probability = {}, .invalid = 0, .error = 1e-16};
  std::vector<Card> permutation = permutation_of_rank(0, deck_size);
  do {
    distribution.probability.push_back(by_number[number(permutation)]);
  } while (to_next_permutation(permutation));
  return distribution;
}

// One less than its rising sequences: how many cards lie behind the next one.
std::size_t descents_of_inverse(std::span<const Card> permutation) {
  std::array<Card, largest_countable_deck_size> places{};
  for (std::size_t place = 0; place < permutation.size(); ++place)
    places[permutation[place]] = static_cast<Card>(place);
  std::size_t descents = 0;
  for (std::size_t card = 1; card < permutation.size(); ++card) descents += places[card - 1] > places[card];
  return descents;
}

}  // namespace

NumericDistribution riffle_distribution(int deck_size, int riffles) {
  const Integer packets = Integer(1) << riffles;
  return distribution_by(descents_of_inverse, deck_size, riffle_words(deck_size, packets), packets);
}

NumericDistribution shelf_distribution(int deck_size, const Integer& shelves) {
  return distribution_by(interior_peaks, deck_size, shelf_words(deck_size, shelves), 2 * shelves);
}

Fraction shelf_total_variation(int deck_size, const Integer& shelves) {
  const auto n = static_cast<std::size_t>(deck_size);
  return total_variation_of_words(n, numbers_of_permutations(n, 2), shelf_words(deck_size, shelves),
                                  2 * shelves);
}

namespace {

// What shuffling by `round` makes of every permutation: the card at position p comes from position round[p].
std::vector<std::uint32_t> ranks_after(const std::vector<Card>& round) {
  const int deck_size = static_cast<int>(round.size());
  std::vector<std::uint32_t> ranks;
  ranks.reserve(permutation_count(deck_size));
  std::vector<Card> before = permutation_of_rank(0, deck_size);
  std::vector<Card> after(before.size());
  do {
    for (std::size_t position = 0; position < after.size(); ++position) {
      after[position] = before[round[position]];
    }
    ranks.push_back(static_cast<std::uint32_t>(rank_of(after)));
  } while (to_next_permutation(before));
  return ranks;
}

}  // namespace

Walk::Walk(const NumericDistribution& round)
    : distribution_{.deck_size = round.deck_size, .probability = {}, .invalid = 0, .error = 0} {
  if (round.deck_size < 1 || round.deck_size > largest_counted_deck_size) {
    throw std::invalid_argument("Walk: deck_size must be in 1..10, was " + std::to_string(round.deck_size));
  }
  if (round.invalid > 0) {
    throw std::invalid_argument("Walk: a round must give permutations only; it fails with probability " +
                                std::to_string(round.invalid));
  }
  for (std::uint64_t rank = 0; rank < round.probability.size(); ++rank) {
    if (round.probability[rank] <= 0) continue;
    moves_.push_back({round.probability[rank], ranks_after(permutation_of_rank(rank, round.deck_size))});
  }
  // A probability is a sum of products of the step's probabilities and those before, each of which sum to 1:
  // the errors of both add up, and each addition may round.
  error_of_step_ = round.error + static_cast<double>(moves_.size()) * std::numeric_limits<double>::epsilon();
  distribution_.probability.resize(round.probability.size());
  distribution_.probability.front() = 1;
}

void Walk::step() {
  std::vector<double> next(distribution_.probability.size());
  for (const Move& move : moves_) {
    for (std::size_t rank = 0; rank < next.size(); ++rank) {
      next[move.after[rank]] += move.probability * distribution_.probability[rank];
    }
  }
  distribution_.probability = std::move(next);
  distribution_.error += error_of_step_;
}

}  // namespace fairshuffle
