// A law in doubles: for decks and shuffles whose fractions would take too long or too much memory.
#pragma once

#include <cstdint>
#include <vector>

namespace fairshuffle {

struct Law;

struct NumericLaw {
  int deck_size = 0;
  std::vector<double> probability;  ///< by lexicographic rank, n! of them
  double invalid = 0;               ///< probability that what comes out is no order of the deck
  double error = 0;                 ///< no number above is off by more
};

/// Each fraction's nearest double.
NumericLaw numeric(const Law& law);

/// Half the sum of |p - 1/n!|, half of `invalid` included: off by at most n!/2 times the law's error, and two
/// last places.
double total_variation(const NumericLaw& law);

/// n! sum (p - 1/n!)^2. Precondition: invalid = 0.
double phi2(const NumericLaw& law);

/// sum p log(p n!) in nats; infinite when the law has results that are no order.
double kullback_leibler(const NumericLaw& law);

/// A probability, and every order that has it to the last digit, by rank.
struct NumericExtreme {
  double probability;
  std::vector<std::uint64_t> ranks;
};
NumericExtreme least_probability(const NumericLaw& law);
NumericExtreme largest_probability(const NumericLaw& law);

/// P[position][card].
std::vector<std::vector<double>> position_law(const NumericLaw& law);

/// (n-1) sum (P - 1/n)^2.
double phi2_positions(const NumericLaw& law);

/// The probability of an even order.
double even_probability(const NumericLaw& law);

/// How many orders have a probability above 0. A law by steps has a 0 only where no path leads, or where the
/// probability is below every double.
std::uint64_t support_size(const NumericLaw& law);

}  // namespace fairshuffle
