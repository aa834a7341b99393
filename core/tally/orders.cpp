#include "core/tally/orders.hpp"

#include <stdexcept>
#include <string>

#include "core/tally/merge.hpp"

namespace fairshuffle {

OrderCounts::OrderCounts(int deck_size) : deck_size_(deck_size) {
  if (deck_size < 1 || deck_size > largest_counted_deck_size) {
    throw std::invalid_argument("OrderCounts: deck_size must be in 1..10, was " + std::to_string(deck_size));
  }
  by_rank_.resize(order_count(deck_size));
}

void OrderCounts::merge(const OrderCounts& other) {
  detail::add_counts(by_rank_, other.by_rank_);
}

}  // namespace fairshuffle
