// Orders of made-up decks as they are counted, made of orders whose cards are told apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <vector>

#include "core/order/makeup.hpp"

namespace fairshuffle {

/// Turns an order of the deck, its cards told apart, into the one that stands for all that look like it.
/// Precondition: is_makeup.
template <std::ranges::random_access_range Order>
void to_representative(const Makeup& makeup, Order&& order) {
  using AnyCard = std::ranges::range_value_t<Order>;
  if (makeup.is_deal()) {
    const auto dealt = order.begin() + makeup.dealt;
    if (makeup.unordered) std::sort(order.begin(), dealt);
    std::sort(dealt, order.end());
    return;
  }
  std::vector<AnyCard> kind_of, next;
  for (const int size : makeup.kinds) {
    next.push_back(static_cast<AnyCard>(kind_of.size()));
    kind_of.insert(kind_of.end(), static_cast<std::size_t>(size), static_cast<AnyCard>(next.size() - 1));
  }
  for (AnyCard& card : order) card = next[kind_of[card]]++;
}

}  // namespace fairshuffle
