// More that a law tells, in fractions: divergence, extremes, the tests' noncentralities, and the distance
// between two laws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exact/law.hpp"

namespace fairshuffle {

/// sum p log(p n!) in nats, the Kullback-Leibler divergence from uniform; infinite when the law has results
/// that are no order. Accuracy: better than 1e-12, relative, however close to uniform the law is.
double kullback_leibler(const Law& law);

/// A probability, and every order that has it, by rank.
struct Extreme {
  Fraction probability;
  std::vector<std::uint64_t> ranks;
};
Extreme least_probability(const Law& law);
Extreme largest_probability(const Law& law);

/// The noncentrality per trial of the parity test: (2 even - 1)^2.
Fraction phi2_parity(const Law& law);

/// The noncentrality per trial of the neighbours test. For the pair of cards a, b let x and y be P(b directly
/// follows a) - 1/n and P(a directly follows b) - 1/n, where "before the first" and "after the last" count as
/// one more card; each pair adds (x + y)^2/2 n + (x - y)^2/2 n(n-1)/(n+1).
Fraction phi2_neighbours(const Law& law);

/// Half the sum of |p - q| over all orders and what is none: the best bet on telling one law from the other.
/// Throws std::invalid_argument for laws of different deck sizes.
Fraction total_variation_between(const Law& left, const Law& right);

/// The ranks where the laws differ, most first, and of equal differences the lower rank first; at most `most`
/// of them. Throws std::invalid_argument for laws of different deck sizes.
std::vector<std::uint64_t> largest_differences(const Law& left, const Law& right, std::size_t most);

}  // namespace fairshuffle
