// The exact distribution over permutations, as fractions and as numbers, and its distances.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/math/special_functions/log1p.hpp>
#include <boost/multiprecision/cpp_int.hpp>

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

}  // namespace fairshuffle
