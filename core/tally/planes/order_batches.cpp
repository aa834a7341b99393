#include "core/tally/planes/order_batches.hpp"

#include <algorithm>

namespace fairshuffle {

void OrderBatches::add(const OrderPlanes& orders) {
  const std::span<const Plane> digits = orders.known_digits();
  known_digits_[batches()].assign(digits.begin(), digits.end());
  cards_.add(orders.cards(), orders.size());
  places_.add(orders.places(), orders.size());
  found_ = {};
}

void OrderBatches::clear() {
  cards_.clear();
  places_.clear();
  found_ = {};
}

const PlaneBatches& OrderBatches::digits() const {
  if (!found_.digits) {
    found_.digits.emplace(cards_.planes());
    for (std::size_t batch = 0; batch < batches(); ++batch) {
      const std::size_t decks = cards_.decks_of(batch);
      if (!known_digits_[batch].empty()) {
        found_.digits->add(known_digits_[batch], decks);
        continue;
      }
      const std::span<Plane> digits = found_.digits->add(decks);
      read_digits(cards_.batch(batch), decks, digits);
      for (Plane& plane : digits) {
        std::fill(plane.begin() + static_cast<std::ptrdiff_t>(decks), plane.end(), Card{0});
      }
    }
  }
  return *found_.digits;
}

const OrderNumbers& OrderBatches::numbers(std::size_t batch) const {
  if (found_.numbers.empty()) {
    for (std::size_t of = 0; of < batches(); ++of) found_.numbers.push_back(numbers_of(cards_.batch(of)));
  }
  return found_.numbers[batch];
}

const Descents& OrderBatches::inverse_descents(std::size_t batch) const {
  if (found_.inverse_descents.empty()) {
    for (std::size_t of = 0; of < batches(); ++of) {
      found_.inverse_descents.push_back(descents_of(places_.batch(of)));
    }
  }
  return found_.inverse_descents[batch];
}

void OrderBatches::count_pairs() const {
  if (!found_.inversions.empty()) return;
  const std::size_t pairs = cards_.planes() * (cards_.planes() - 1) / 2;
  found_.pairs_in_order.resize(pairs);
  found_.inversions.resize(batches());
  count_ascending_pairs(places_, found_.pairs_in_order, found_.inversions);
  // What is not in order is out of it.
  for (DeckNumbers& of_batch : found_.inversions) {
    for (std::uint16_t& number : of_batch) number = static_cast<std::uint16_t>(pairs - number);
  }
}

std::span<const PairCount> OrderBatches::pairs_in_order() const {
  count_pairs();
  return found_.pairs_in_order;
}

const DeckNumbers& OrderBatches::inversions(std::size_t batch) const {
  count_pairs();
  return found_.inversions[batch];
}

std::span<const PairCount> OrderBatches::neighbours() const {
  if (found_.neighbours.empty()) {
    found_.neighbours.resize((cards_.planes() + 1) * (cards_.planes() + 1));
    count_neighbours(cards_, places_, found_.neighbours);
  }
  return found_.neighbours;
}

std::span<const PairCount> OrderBatches::inverse_neighbours() const {
  if (found_.inverse_neighbours.empty()) {
    found_.inverse_neighbours.resize((cards_.planes() + 1) * (cards_.planes() + 1));
    count_neighbours(places_, cards_, found_.inverse_neighbours);
  }
  return found_.inverse_neighbours;
}

}  // namespace fairshuffle
