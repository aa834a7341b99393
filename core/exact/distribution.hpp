// The exact distribution over permutations, as fractions and as numbers, its distances, and those that have a
// formula.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/math/special_functions/log1p.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

// Sums of millions of doubles without the error growing with their number.

/// Neumaier 1974, ZAMM 54(1): what each addition rounds off is kept. The total is off by little more than its
/// own last place, for terms of one sign.
class CompensatedSum {
 public:
  void add(double term) {
    const double sum = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
    sum_ = sum;
  }
  double total() const { return sum_ + lost_; }

 private:
  double sum_ = 0, lost_ = 0;
};

// What one permutation adds to the divergence from uniform.

/// (1 + x) log(1 + x) - x for a permutation of probability (1 + x)/n!, x >= -1. Over all permutations the x
/// sum to 0, so these terms sum to n! times sum p log(p n!); and none is negative, while p log(p n!) of
/// either sign would cancel down to x^2.
inline double divergence_term(double x) {
  if (x <= -1) return 1;
  return x * boost::math::log1p(x) + boost::math::log1pmx(x);
}

// The exact distribution of a target: the probability of every permutation as a fraction, and its distances
// from uniform.

using Integer = boost::multiprecision::cpp_int;
using Fraction = boost::multiprecision::cpp_rational;

/// All probabilities over one denominator: n! fractions on their own would each be reduced again and again.
struct Distribution {
  int deck_size = 0;
  Integer denominator = 1;      ///< above 0, and not always the smallest one
  std::vector<Integer> weight;  ///< by lexicographic rank, n! of them: the probability times the denominator
  Integer invalid = 0;          ///< the same for what is no order of the deck
};

/// The probability of the order of this rank.
Fraction probability_of(const Distribution& distribution, std::uint64_t rank);

/// The probability that what comes out is no order of the deck.
Fraction invalid_probability(const Distribution& distribution);

/// The same probabilities over the smallest common denominator.
Distribution reduced(Distribution distribution);

/// Total variation distance from uniform: half the sum of |p - 1/n!|, half of `invalid` included.
Fraction total_variation(const Distribution& distribution);
/// Whether every permutation is as likely, and nothing else comes.
bool is_uniform(const Distribution& distribution);

/// n! sum (p - 1/n!)^2, the noncentrality of the permutations test per trial. Precondition: invalid = 0.
Fraction chi_square_distance(const Distribution& distribution);

/// P[position][card].
std::vector<std::vector<Fraction>> position_distribution(const Distribution& distribution);

/// The noncentrality per trial of the positions test: (n-1) sum (P - 1/n)^2.
Fraction chi_square_distance_positions(const Distribution& distribution);

/// The probability of an even permutation.
Fraction even_probability(const Distribution& distribution);

/// How many permutations have a probability above 0.
std::uint64_t support_size(const Distribution& distribution);

/// "4/27", "1", "0".
std::string to_text(const Fraction& fraction);

/// The nearest double.
double to_double(const Fraction& fraction);

// What is thrown where an exact distribution cannot be had.

/// A distribution would take more time or memory than anyone should wait for; says what is too large.
class DistributionRefused : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A distribution in doubles: for decks and shuffles whose fractions would take too long or too much memory.

struct NumericDistribution {
  int deck_size = 0;
  std::vector<double> probability;  ///< by lexicographic rank, n! of them
  double invalid = 0;               ///< probability that what comes out is no order of the deck
  double error = 0;                 ///< no number above is off by more
};

/// Each fraction's nearest double.
NumericDistribution numeric(const Distribution& distribution);

/// Half the sum of |p - 1/n!|, half of `invalid` included: off by at most n!/2 times the distribution's
/// error, and two last places.
double total_variation(const NumericDistribution& distribution);

/// n! sum (p - 1/n!)^2. Precondition: invalid = 0.
double chi_square_distance(const NumericDistribution& distribution);

/// P[position][card].
std::vector<std::vector<double>> position_distribution(const NumericDistribution& distribution);

// More that a distribution tells, in fractions: divergence, extremes, the tests' noncentralities, and the
// distance between two distributions.

/// sum p log(p n!) in nats, the Kullback-Leibler divergence from uniform; infinite when the distribution has
/// results that are no permutation. Accuracy: better than 1e-12, relative, however close to uniform the
/// distribution is.
double kullback_leibler(const Distribution& distribution);

/// A probability, and every permutation that has it, by rank.
struct Extreme {
  Fraction probability;
  std::vector<std::uint64_t> ranks;
};
Extreme least_probability(const Distribution& distribution);
Extreme largest_probability(const Distribution& distribution);

/// The noncentrality per trial of the parity test: (2 even - 1)^2.
Fraction chi_square_distance_parity(const Distribution& distribution);

/// The noncentrality per trial of the neighbours test. For the pair of cards a, b let x and y be P(b directly
/// follows a) - 1/n and P(a directly follows b) - 1/n, where "before the first" and "after the last" count as
/// one more card; each pair adds (x + y)^2/2 n + (x - y)^2/2 n(n-1)/(n+1).
Fraction chi_square_distance_neighbours(const Distribution& distribution);

/// Half the sum of |p - q| over all permutations and what is none: the best bet on telling one distribution
/// from the other. Throws std::invalid_argument for distributions of different deck sizes.
Fraction total_variation_between(const Distribution& left, const Distribution& right);

/// The ranks where the distributions differ, most first, and of equal differences the lower rank first; at
/// most `most` of them. Throws std::invalid_argument for distributions of different deck sizes.
std::vector<std::uint64_t> largest_differences(const Distribution& left, const Distribution& right,
                                               std::size_t most);

// Figures of some shuffles that a formula gives for decks of any size.

/// The mean number of cards in their own place after k swaps of two positions drawn independently:
/// 1 + (n-1) (1 - 2/n)^k, because each swap scales the character of the standard representation by 1 - 2/n.
/// deck_size in 1..1000 and swaps in 0..10000, else std::invalid_argument. Source: Diaconis and Shahshahani
/// 1981, Zeitschrift fuer Wahrscheinlichkeitstheorie 57(2).
Fraction mean_fixed_points_after_swaps(int deck_size, int swaps);

/// Mean number of rising sequences after a riffle of so many packets: a - (n + 1) sum over k < a of (k/a)^n,
/// the mean of the distribution of Bayer and Diaconis 1992 (Annals of Applied Probability 2(2)) by
/// Worpitzky's identity; of 8 n packets and more by the first three terms of Euler's and Maclaurin's sum, to
/// 1e-6 of the distance from (n + 1)/2. packets: a whole number from 1 on; deck_size in 8..1024. Throws
/// std::invalid_argument.
double mean_rising_sequences_of_riffles(int deck_size, double packets);

/// How far the draws of one trial are from even, as a noncentrality of chi-square: sum r (m - r) / w^2 over
/// m = 2..n, with w = 2^bits and r = w mod m. Of w words all but r of m values get as many, whatever the
/// method.
double noncentrality_of_remainders(int deck_size, int bits);

/// Of the descents of fair permutations of two cards and more, and of their rising sequences: (n + 1) / 12.
double variance_of_descents(int deck_size);

// The distance of a riffled deck from uniform, for decks of any size: by rising sequences, without a
// distribution over permutations.

/// A card gets one of `packets` labels, the deck is sorted by them, stably: words[d] of the packets^n words
/// of labels lead to any given order of d descents, d = 0..n-1, and so does the inverse, a riffle, to one of
/// d + 1 rising sequences: C(packets - d + n - 1, n). packets from 1. Source: Bayer and Diaconis 1992,
/// theorem 1 and its inverse.
std::vector<Integer> riffle_words(int deck_size, const Integer& packets);

/// The total variation distance after so many Gilbert-Shannon-Reeds riffles. A permutation with r rising
/// sequences has probability C(2^m + n - r, n)/2^(mn) after m riffles, and as many permutations have r of
/// them as have r - 1 descents. deck_size in 1..500, riffles in 0..1000, else std::invalid_argument. Source:
/// Bayer and Diaconis 1992, Annals of Applied Probability 2, theorem 1 and its corollary.
Fraction riffle_total_variation(int deck_size, int riffles);

/// The distribution over all permutations after so many. deck_size in 1..10, riffles from 0.
NumericDistribution riffle_distribution(int deck_size, int riffles);

// The distribution of a deck that went over shelves, for decks of any size: by peaks, without a distribution
// over permutations.

/// Each card goes to one of `shelves` shelves, on top of what lies there or below it: words[p] of the
/// (2 shelves)^n words of choices lead to any given order of p interior peaks, p = 0..(n-1)/2. deck_size
/// in 1..500 and shelves from 1, else std::invalid_argument. Source: Diaconis, Fulman and Holmes 2013, Annals
/// of Applied Probability 23(4), theorem 3.1.
std::vector<Integer> shelf_words(int deck_size, const Integer& shelves);

/// How many cards of the order lie between two smaller ones.
std::size_t interior_peaks(std::span<const Card> permutation);

/// How many shelves leave in one pass what so many, 1 or more, leave in several, 1 or more: a pass over s
/// shelves and one over t are one over 2 s t (corollary 3.3 there).
Integer shelves_of_passes(std::int64_t shelves, std::int64_t passes);

/// The distribution over all permutations. deck_size in 1..10; else as shelf_words.
NumericDistribution shelf_distribution(int deck_size, const Integer& shelves);

/// The total variation distance of such a deck from uniform. The same arguments and source.
Fraction shelf_total_variation(int deck_size, const Integer& shelves);

// Rounds of one shuffle in a row: the distribution after each.

/// A random walk on the permutations: every round shuffles the deck anew by the same distribution of one
/// round.
class Walk {
 public:
  /// Stands at the sorted deck. `round` is the distribution of one round, without invalid results; its deck
  /// has 1..10 cards. Throws std::invalid_argument.
  explicit Walk(const NumericDistribution& round);

  /// Adds a round: a step of (permutations that a round can give) x n! multiplications.
  void step();

  /// The distribution after the rounds so far. Its error grows by that of `round`, and some rounding, a
  /// round.
  const NumericDistribution& distribution() const { return distribution_; }

 private:
  /// A permutation that a round can give, and what it makes of each permutation: after[rank].
  struct Move {
    double probability;
    std::vector<std::uint32_t> after;
  };

  std::vector<Move> moves_;
  double error_of_step_;
  NumericDistribution distribution_;
};

}  // namespace fairshuffle
