#include "core/exact/closed_forms.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "core/order/order.hpp"

namespace fairshuffle {

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

Fraction phi2_of_remainders(int deck_size, std::uint64_t max_word) {
  if (deck_size < 1 || deck_size > 1000 || max_word < static_cast<std::uint64_t>(deck_size) - 1) {
    throw std::invalid_argument(
        "phi2_of_remainders: deck_size must be in 1..1000 and at most the number of words, were " +
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

}  // namespace fairshuffle
