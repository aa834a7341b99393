#include "core/tally/quotient_stream.hpp"

#include <algorithm>

namespace fairshuffle {

template <class AnyCard>
QuotientStreamOf<AnyCard>::QuotientStreamOf(int deck_size, std::uint64_t apart)
    : deck_size_(static_cast<std::size_t>(deck_size)), apart_(apart) {}

template <class AnyCard>
void QuotientStreamOf<AnyCard>::begin() {
  previous_index_ = none;
  if (holds_) std::ranges::fill(held_indexes_, none);
  holds_ = false;
}

namespace {

// Of an order of few cards, four bits a card: where each card lies.
template <class AnyCard>
std::uint64_t places_in(std::span<const AnyCard> order) {
  std::uint64_t places = 0;
  for (std::size_t position = 0; position < order.size(); ++position) {
    places |= std::uint64_t{position} << 4 * order[position];
  }
  return places;
}

}  // namespace

// Most trials are the first of a run that is soon decided: the quotient, its rank and the places for the next
// pair are found in one pass where they are counted by rank, as checked_rank_of does it.
template <class AnyCard>
std::span<const AnyCard> QuotientStreamOf<AnyCard>::count_quotient(std::span<const AnyCard> order,
                                                                   QuotientCounts& counts) {
  if (counts.orders.empty()) {
    const std::span<const AnyCard> next = quotient(previous(), order);
    counts.add(next);
    return next;
  }
  std::uint64_t smaller_left = 0x76543210, rank = 0, cards_left = order.size();
  for (std::size_t position = 0; position < order.size(); ++position) {
    const std::uint64_t place = places_ >> 4 * order[position] & 15;
    quotient_[position] = static_cast<AnyCard>(place);
    rank = rank * cards_left + (smaller_left >> 4 * place & 15);
    smaller_left -= std::uint64_t{0x11111110} << 4 * place;
    --cards_left;
  }
  ++counts.pairs;
  ++counts.orders[rank];
  return std::span<const AnyCard>(quotient_).first(order.size());
}

template <class AnyCard>
std::span<const AnyCard> QuotientStreamOf<AnyCard>::quotient(std::span<const AnyCard> before,
                                                             std::span<const AnyCard> after) {
  const std::span<AnyCard> result = std::span(quotient_).first(deck_size_);
  relative_order(before, after, result);
  return result;
}

template <class AnyCard>
void QuotientStreamOf<AnyCard>::remember(std::span<const AnyCard> order, std::uint64_t index) {
  std::ranges::copy(order, previous_.begin());
  if (order.size() <= largest_deck_of_quotient_orders) places_ = places_in(order);
  previous_index_ = index;
}

template <class AnyCard>
void QuotientStreamOf<AnyCard>::add_pair(std::span<const AnyCard> order, std::uint64_t index,
                                         QuotientCounts& counts) {
  if (previous_index_ != none && previous_index_ + 1 == index) count_quotient(order, counts);
  remember(order, index);
}

template <class AnyCard>
void QuotientStreamOf<AnyCard>::add(std::span<const AnyCard> order, std::uint64_t index,
                                    QuotientCounts& counts) {
  if (index < trials_of_all_quotients) {
    add_as_first(order, index, counts);
  } else if (index % trials_of_a_pair == 0) {
    add_pair(order, index, counts);
  } else {
    remember(order, index);
  }
}

template <class AnyCard>
void QuotientStreamOf<AnyCard>::add_as_first(std::span<const AnyCard> order, std::uint64_t index,
                                             QuotientCounts& counts) {
  if (previous_index_ != none && previous_index_ + 1 == index) {
    const std::span<const AnyCard> next = count_quotient(order, counts);
    // Of four trials the first two make a pair, and the other two are taken with trials far from them.
    if (index % 4 == 1) counts.successive.add(next);
    if (index % 4 == 3) {
      if (held_indexes_.empty()) {
        held_indexes_.resize(apart_ / 4, none);
        held_.resize(held_indexes_.size() * deck_size_);
      }
      const std::size_t slot = index / 4 % held_indexes_.size();
      const std::span<AnyCard> held = std::span(held_).subspan(slot * deck_size_, deck_size_);
      if (held_indexes_[slot] != none && held_indexes_[slot] + 1 + apart_ == index) {
        counts.apart.add(quotient(held, order));
      }
      std::ranges::copy(previous(), held.begin());
      held_indexes_[slot] = index - 1;
      holds_ = true;
    }
  }
  remember(order, index);
}

template class QuotientStreamOf<Card>;
template class QuotientStreamOf<WideCard>;

}  // namespace fairshuffle
