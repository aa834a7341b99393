// Orders for the tests of tables.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/planes/planes.hpp"

namespace fairshuffle {

inline std::vector<std::vector<Card>> random_orders(int deck_size, int count, unsigned seed) {
  std::mt19937_64 words(seed);
  std::vector<std::vector<Card>> orders;
  for (int index = 0; index < count; ++index) {
    std::vector<Card> order(static_cast<std::size_t>(deck_size));
    std::iota(order.begin(), order.end(), Card{0});
    std::ranges::shuffle(order, words);
    orders.push_back(order);
  }
  return orders;
}

inline std::vector<Card> inverse_of(const std::vector<Card>& order) {
  std::vector<Card> places(order.size());
  for (std::size_t at = 0; at < order.size(); ++at) places[order[at]] = static_cast<Card>(at);
  return places;
}

/// Brings them to the batches, as many as these have room for.
inline void add_all(std::span<const std::vector<Card>> orders, OrderBatches& batches) {
  OrderPlanes planes(batches.deck_size());
  for (std::size_t index = 0; index < orders.size(); ++index) {
    planes.add(orders[index]);
    if (!planes.full() && index + 1 < orders.size()) continue;
    batches.add(planes);
    planes.clear();
  }
}

}  // namespace fairshuffle
