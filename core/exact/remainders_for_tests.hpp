// What remainders of words do to a shuffle, exactly: an oracle of tests.
#pragma once

#include <cstdint>

#include "core/exact/distribution.hpp"

namespace fairshuffle {

/// chi-square distance of durstenfeld with draws word % bound of independent words, uniform on 0..max_word;
/// the same for multiply-shift. With w = max_word + 1 and r = w mod m it is the product over m = 2..n of 1 +
/// r (m-r)/w^2, minus 1: r of m values have one word more than the others. deck_size in 1..1000 and at most
/// max_word + 1, else std::invalid_argument. Source: the draws are independent and lead to one permutation
/// each.
Fraction chi_square_distance_of_remainders(int deck_size, std::uint64_t max_word);

inline Fraction chi_square_distance_of_remainders(int deck_size, std::uint64_t max_word) {
  if (deck_size < 1 || deck_size > 1000 || max_word < static_cast<std::uint64_t>(deck_size) - 1) {
    throw std::invalid_argument(
        "chi_square_distance_of_remainders: deck_size must be in 1..1000 and at most the number of words, "
        "were " +
        std::to_string(deck_size) + " and a largest word of " + std::to_string(max_word));
  }
  const Integer words = Integer(max_word) + 1;
  Fraction product = 1;
  for (int bound = 2; bound <= deck_size; ++bound) {
    const Integer rest = words % bound;
    product *= 1 + Fraction(rest * (bound - rest), words * words);
  }
  return product - 1;
}

}  // namespace fairshuffle
