#include "core/exact/shelf_words.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

// peaks[p]: how many orders of n cards have p interior peaks (OEIS A008303).
std::vector<Integer> peak_numbers(std::size_t n) {
  std::vector<Integer> peaks{1};
  for (std::size_t cards = 2; cards <= n; ++cards) {
    std::vector<Integer> next((cards + 1) / 2);
    for (std::size_t p = 0; p < next.size(); ++p) {
      if (p < peaks.size()) next[p] += peaks[p] * (2 * p + 2);
      if (p > 0) next[p] += peaks[p - 1] * (cards - 2 * p);
    }
    peaks = std::move(next);
  }
  return peaks;
}

// C(upper, chosen), which is 0 where upper is below chosen.
Integer binomial(const Integer& upper, std::size_t chosen) {
  Integer ways = 1;
  for (std::size_t factor = 0; factor < chosen; ++factor) ways = ways * (upper - factor) / (factor + 1);
  return ways;
}

}  // namespace

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

Integer shelves_of_passes(std::int64_t shelves, std::int64_t passes) {
  return pow(Integer(2 * shelves), static_cast<unsigned>(passes)) / 2;
}

NumericLaw shelf_law(int deck_size, const Integer& shelves) {
  const Integer all = pow(Integer(2 * shelves), static_cast<unsigned>(deck_size));
  std::vector<double> by_peaks;
  for (const Integer& words : shelf_words(deck_size, shelves))
    by_peaks.push_back(to_double(Fraction(words, all)));
  NumericLaw law{.deck_size = deck_size, .probability = {}, .invalid = 0, .error = 1e-16};
  std::vector<Card> order = order_of_rank(0, deck_size);
  do {
    std::size_t peaks = 0;
    for (std::size_t at = 2; at < order.size(); ++at) {
      peaks += order[at - 2] < order[at - 1] && order[at - 1] > order[at];
    }
    law.probability.push_back(by_peaks[peaks]);
  } while (to_next_order(order));
  return law;
}

Fraction shelf_total_variation(int deck_size, const Integer& shelves) {
  const std::vector<Integer> words = shelf_words(deck_size, shelves);
  const std::vector<Integer> orders = peak_numbers(static_cast<std::size_t>(deck_size));
  const Integer all = pow(Integer(2 * shelves), static_cast<unsigned>(deck_size));
  Integer factorial = 1, sum = 0;
  for (int cards = 2; cards <= deck_size; ++cards) factorial *= cards;
  for (std::size_t p = 0; p < words.size(); ++p) sum += orders[p] * abs(Integer(words[p] * factorial - all));
  return {sum, 2 * factorial * all};
}

}  // namespace fairshuffle
