#include "core/exact/law.hpp"

#include <algorithm>
#include <cstdint>

#include "core/order/order.hpp"

namespace fairshuffle {

Fraction total_variation(const Law& law) {
  const Fraction uniform(1, law.probability.size());
  Fraction sum = law.invalid;
  for (const Fraction& probability : law.probability) sum += abs(Fraction(probability - uniform));
  return sum / 2;
}

Fraction phi2(const Law& law) {
  // n! sum p^2 - 1 needs one subtraction instead of n!, because the probabilities sum to 1.
  Fraction sum_of_squares = 0;
  for (const Fraction& probability : law.probability) sum_of_squares += probability * probability;
  return sum_of_squares * law.probability.size() - 1;
}

std::vector<std::vector<Fraction>> position_law(const Law& law) {
  const auto deck_size = static_cast<std::size_t>(law.deck_size);
  std::vector<std::vector<Fraction>> positions(deck_size, std::vector<Fraction>(deck_size));
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const Fraction& probability : law.probability) {
    if (probability != 0) {
      for (std::size_t position = 0; position < deck_size; ++position) {
        positions[position][order[position]] += probability;
      }
    }
    to_next_order(order);
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
  Fraction sum = 0;
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const Fraction& probability : law.probability) {
    if (is_even(order)) sum += probability;
    to_next_order(order);
  }
  return sum;
}

std::uint64_t support_size(const Law& law) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(law.probability, [](const Fraction& probability) { return probability != 0; }));
}

std::string to_text(const Fraction& fraction) {
  return fraction.str();
}

double to_double(const Fraction& fraction) {
  return fraction.convert_to<double>();
}

}  // namespace fairshuffle
