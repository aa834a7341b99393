#include "core/exact/law.hpp"

#include <algorithm>

#include "core/order/order.hpp"

namespace fairshuffle {

Fraction probability_of(const Law& law, std::uint64_t rank) {
  return {law.weight[rank], law.denominator};
}

Fraction invalid_probability(const Law& law) {
  return {law.invalid, law.denominator};
}

Law reduced(Law law) {
  Integer common = gcd(law.denominator, law.invalid);
  for (const Integer& weight : law.weight) {
    if (common == 1) return law;
    if (weight != 0) common = gcd(common, weight);
  }
  law.denominator /= common;
  law.invalid /= common;
  for (Integer& weight : law.weight) weight /= common;
  return law;
}

Fraction total_variation(const Law& law) {
  // |w/D - 1/k| = |k w - D| / (k D).
  const Integer orders = law.weight.size();
  Integer sum = law.invalid * orders;
  for (const Integer& weight : law.weight) sum += abs(Integer(weight * orders - law.denominator));
  return {sum, 2 * orders * law.denominator};
}

bool is_uniform(const Law& law) {
  return total_variation(law) == 0;
}

Fraction phi2(const Law& law) {
  // n! sum p^2 - 1 needs one subtraction instead of n!, because the probabilities sum to 1.
  Integer sum_of_squares = 0;
  for (const Integer& weight : law.weight) sum_of_squares += weight * weight;
  return Fraction(sum_of_squares * law.weight.size(), law.denominator * law.denominator) - 1;
}

std::vector<std::vector<Fraction>> position_law(const Law& law) {
  const auto deck_size = static_cast<std::size_t>(law.deck_size);
  std::vector<std::vector<Integer>> sums(deck_size, std::vector<Integer>(deck_size));
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const Integer& weight : law.weight) {
    if (weight != 0) {
      for (std::size_t position = 0; position < deck_size; ++position) {
        sums[position][order[position]] += weight;
      }
    }
    to_next_order(order);
  }
  std::vector<std::vector<Fraction>> positions(deck_size);
  for (std::size_t position = 0; position < deck_size; ++position) {
    for (const Integer& sum : sums[position]) positions[position].emplace_back(sum, law.denominator);
  }
  return positions;
}

Fraction phi2_positions(const Law& law) {
  const Fraction uniform(1, law.deck_size);
  Fraction sum = 0;
  for (const auto& row : position_law(law)) {
    for (const Fraction& probability : row) sum += (probability - uniform) * (probability - uniform);
  }
  return sum * (law.deck_size - 1);
}

Fraction even_probability(const Law& law) {
  Integer sum = 0;
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const Integer& weight : law.weight) {
    if (is_even(order)) sum += weight;
    to_next_order(order);
  }
  return {sum, law.denominator};
}

std::uint64_t support_size(const Law& law) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(law.weight, [](const Integer& weight) { return weight != 0; }));
}

std::string to_text(const Fraction& fraction) {
  return fraction.str();
}

double to_double(const Fraction& fraction) {
  return fraction.convert_to<double>();
}

}  // namespace fairshuffle
