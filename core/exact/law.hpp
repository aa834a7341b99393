// The exact law of a target: the probability of every order as a fraction, and its distances from uniform.
#pragma once

#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

namespace fairshuffle {

using Fraction = boost::multiprecision::cpp_rational;

struct Law {
  int deck_size = 0;
  std::vector<Fraction> probability;  ///< by lexicographic rank, n! of them
  Fraction invalid = 0;               ///< probability that what comes out is no order of the deck
};

/// Total variation distance from uniform: half the sum of |p - 1/n!|, half of `invalid` included.
Fraction total_variation(const Law& law);

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
