#include "core/tally/planes/order_batches.hpp"

#include <algorithm>

namespace fairshuffle {

void OrderBatches::add(OrderPlanes& orders) {
  const std::span<const Plane> digits = orders.known_digits();
  known_digits_[batches()].assign(digits.begin(), digits.end());
  cards_.add(orders.cards(), orders.size());
  places_.add(orders.places(), orders.size());
  found_.forget();
}

void OrderBatches::clear() {
  cards_.clear();
  places_.clear();
  found_.forget();
}

PlaneBatches& OrderBatches::digits() {
  auto& [found, is_there] = found_.digits;
  if (is_there) return *found;
  if (!found) found.emplace(cards_.planes());
  found->clear();
  for (std::size_t batch = 0; batch < batches(); ++batch) {
    const std::size_t decks = cards_.decks_of(batch);
    if (!known_digits_[batch].empty()) {
      found->add(known_digits_[batch], decks);
      continue;
    }
    const std::span<Plane> digits = found->add(decks);
    read_digits(cards_.batch(batch), decks, digits);
    for (Plane& plane : digits) {
      std::fill(plane.begin() + static_cast<std::ptrdiff_t>(decks), plane.end(), Card{0});
    }
  }
  is_there = true;
  return *found;
}

const OrderNumbers& OrderBatches::numbers(std::size_t batch) {
  return found_.numbers.once([this](auto& found) {
    found.resize(batches());
    for (std::size_t of = 0; of < batches(); ++of) found[of] = numbers_of(cards_.batch(of));
  })[batch];
}

const Descents& OrderBatches::inverse_descents(std::size_t batch) {
  return found_.inverse_descents.once([this](auto& found) {
    found.resize(batches());
    for (std::size_t of = 0; of < batches(); ++of) found[of] = descents_of(places_.batch(of));
  })[batch];
}

void OrderBatches::count_pairs() {
  auto& [found, is_there] = found_.pairs_in_order;
  if (is_there) return;
  const std::size_t pairs = cards_.planes() * (cards_.planes() - 1) / 2;
  found.resize(pairs);
  found_.inversions.resize(batches());
  count_ascending_pairs(places_, found, found_.inversions);
  // What is not in order is out of it.
  for (DeckNumbers& of_batch : found_.inversions) {
    for (std::uint16_t& number : of_batch) number = static_cast<std::uint16_t>(pairs - number);
  }
  is_there = true;
}

std::span<const PairCount> OrderBatches::pairs_in_order() {
  count_pairs();
  return found_.pairs_in_order.all;
}

const DeckNumbers& OrderBatches::inversions(std::size_t batch) {
  count_pairs();
  return found_.inversions[batch];
}

std::span<const PairCount> OrderBatches::neighbours() {
  return found_.neighbours.once([this](auto& found) {
    found.resize((cards_.planes() + 1) * (cards_.planes() + 1));
    count_neighbours(cards_, places_, found);
  });
}

std::span<const PairCount> OrderBatches::inverse_neighbours() {
  return found_.inverse_neighbours.once([this](auto& found) {
    found.resize((cards_.planes() + 1) * (cards_.planes() + 1));
    count_neighbours(places_, cards_, found);
  });
}

}  // namespace fairshuffle
