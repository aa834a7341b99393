// The exact law of a target: the probability of every order as a fraction, and its distances from uniform.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

namespace fairshuffle {

using Integer = boost::multiprecision::cpp_int;
using Fraction = boost::multiprecision::cpp_rational;

/// All probabilities over one denominator: n! fractions on their own would each be reduced again and again.
struct Law {
  int deck_size = 0;
  Integer denominator = 1;      ///< above 0, and not always the smallest one
  std::vector<Integer> weight;  ///< by lexicographic rank, n! of them: the probability times the denominator
  Integer invalid = 0;          ///< the same for what is no order of the deck
};

/// The probability of the order of this rank.
Fraction probability_of(const Law& law, std::uint64_t rank);

/// The probability that what comes out is no order of the deck.
Fraction invalid_probability(const Law& law);

/// The same probabilities over the smallest common denominator.
Law reduced(Law law);

/// Total variation distance from uniform: half the sum of |p - 1/n!|, half of `invalid` included.
Fraction total_variation(const Law& law);
/// Whether every order is as likely, and nothing else comes.
bool is_uniform(const Law& law);

/// n! sum (p - 1/n!)^2, the noncentrality of the orders test per trial. Precondition: invalid = 0.
Fraction phi2(const Law& law);

/// P[position][card].
std::vector<std::vector<Fraction>> position_law(const Law& law);

/// The noncentrality per trial of the positions test: (n-1) sum (P - 1/n)^2.
Fraction phi2_positions(const Law& law);

/// The probability of an even order.
Fraction even_probability(const Law& law);

/// How many orders have a probability above 0.
std::uint64_t support_size(const Law& law);

/// "4/27", "1", "0".
std::string to_text(const Fraction& fraction);

/// The nearest double.
double to_double(const Fraction& fraction);

}  // namespace fairshuffle
