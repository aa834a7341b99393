#include "core/tally/quotient_stream.hpp"

#include <algorithm>

namespace fairshuffle {

template <class Orders>
void QuotientStreamOf<Orders>::begin() {
  last_index_ = none;
  if (holds_) std::ranges::fill(held_indexes_, none);
  holds_ = false;
}

template <class Orders>
void QuotientStreamOf<Orders>::keep(Order order, std::uint64_t index) {
  orders_.keep(order);
  last_index_ = index;
}

template <class Orders>
void QuotientStreamOf<Orders>::add_pair(Order order, std::uint64_t index, QuotientCounts& counts) {
  if (follows(index)) orders_.count_quotient(order, counts);
  keep(order, index);
}

template <class Orders>
void QuotientStreamOf<Orders>::add(Order order, std::uint64_t index, QuotientCounts& counts) {
  if (index < trials_of_all_quotients) {
    add_as_first(order, index, counts);
  } else if (index % trials_of_a_pair == 0) {
    add_pair(order, index, counts);
  } else {
    keep(order, index);
  }
}

template <class Orders>
void QuotientStreamOf<Orders>::add_as_first(Order order, std::uint64_t index, QuotientCounts& counts) {
  if (follows(index)) {
    orders_.count_quotient(order, counts);
    // Of four trials the first two make a pair, and the other two are taken with trials far from them.
    if (index % 4 == 1) orders_.add_counted_to(counts.successive);
    if (index % 4 == 3) {
      if (held_indexes_.empty()) {
        held_indexes_.resize(apart_ / 4, none);
        orders_.make_room(held_indexes_.size());
      }
      const std::size_t slot = index / 4 % held_indexes_.size();
      if (held_indexes_[slot] != none && held_indexes_[slot] + 1 + apart_ == index) {
        orders_.add_quotient_from(slot, order, counts.apart);
      }
      orders_.hold(slot);
      held_indexes_[slot] = index - 1;
      holds_ = true;
    }
  }
  keep(order, index);
}

template class QuotientStreamOf<StreamOrders<Card>>;
template class QuotientStreamOf<StreamOrders<WideCard>>;
template class QuotientStreamOf<StreamRanks>;

}  // namespace fairshuffle
