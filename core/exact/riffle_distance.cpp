#include "core/exact/riffle_distance.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace fairshuffle {

namespace {

// eulerian[d]: how many orders of n cards have d descents.
std::vector<Integer> eulerian_numbers(std::size_t n) {
  std::vector<Integer> eulerian{1};
  for (std::size_t cards = 2; cards <= n; ++cards) {
    std::vector<Integer> next(cards);
    for (std::size_t descents = 0; descents < cards; ++descents) {
      if (descents < eulerian.size()) next[descents] += eulerian[descents] * (descents + 1);
      if (descents > 0) next[descents] += eulerian[descents - 1] * (cards - descents);
    }
    eulerian = std::move(next);
  }
  return eulerian;
}

}  // namespace

Fraction riffle_total_variation(int deck_size, int riffles) {
  if (deck_size < 1 || deck_size > 500 || riffles < 0 || riffles > 1000) {
    throw std::invalid_argument(
        "riffle_total_variation: deck_size must be in 1..500 and riffles in 0..1000, were " +
        std::to_string(deck_size) + " and " + std::to_string(riffles));
  }
  const auto n = static_cast<std::size_t>(deck_size);
  const Integer packets = Integer(1) << riffles;
  // Over the denominator n! 2^(mn) the probability of r rising sequences is the product of 2^m - r + 1 to
  // 2^m - r + n, and the uniform one 2^(mn).
  const Integer uniform = pow(packets, static_cast<unsigned>(n));
  const std::vector<Integer> orders = eulerian_numbers(n);
  Integer factorial = 1, sum = 0;
  for (std::size_t cards = 2; cards <= n; ++cards) factorial *= cards;
  for (std::size_t rising = 1; rising <= n; ++rising) {
    Integer ways = packets < rising ? 0 : 1;
    for (std::size_t factor = 1; factor <= n && ways != 0; ++factor) ways *= packets + factor - rising;
    sum += orders[rising - 1] * abs(Integer(ways - uniform));
  }
  return {sum, 2 * factorial * uniform};
}

}  // namespace fairshuffle
