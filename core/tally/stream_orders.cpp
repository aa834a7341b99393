#include "core/tally/stream_orders.hpp"

#include <algorithm>

namespace fairshuffle {

template <class AnyCard>
void StreamOrders<AnyCard>::keep(Order order) {
  std::ranges::copy(order, last_.begin());
  if (order.size() <= largest_deck_of_quotient_orders) places_ = packed_places_in(order);
}

template <class AnyCard>
void StreamOrders<AnyCard>::count_quotient(Order order, QuotientCounts& counts) {
  if (counts.orders.empty()) {
    counts.add(quotient(std::span(last_).first(deck_size_), order));
  } else {
    // Most trials are the first of a run that is soon decided.
    ++counts.orders[rank_of_quotient(places_, order, quotient_.data())];
    ++counts.pairs;
  }
}

template <class AnyCard>
void StreamOrders<AnyCard>::hold(std::size_t slot) {
  std::ranges::copy(std::span(last_).first(deck_size_), held(slot).begin());
}

template <class AnyCard>
void StreamOrders<AnyCard>::add_quotient_from(std::size_t slot, Order order, QuotientSample& sample) {
  sample.add(quotient(held(slot), order));
}

template <class AnyCard>
std::span<const AnyCard> StreamOrders<AnyCard>::quotient(Order before, Order after) {
  const std::span<AnyCard> result = std::span(quotient_).first(deck_size_);
  relative_order(before, after, result);
  return result;
}

template class StreamOrders<Card>;
template class StreamOrders<WideCard>;

}  // namespace fairshuffle
