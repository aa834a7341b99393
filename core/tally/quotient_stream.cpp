#include "core/tally/quotient_stream.hpp"

#include <algorithm>

namespace fairshuffle {

QuotientStream::QuotientStream(int deck_size, std::uint64_t apart)
    : deck_size_(static_cast<std::size_t>(deck_size)), apart_(apart) {}

void QuotientStream::begin() {
  previous_index_ = none;
  if (holds_) std::ranges::fill(held_indexes_, none);
  holds_ = false;
}

std::span<const Card> QuotientStream::quotient(std::span<const Card> before, std::span<const Card> after) {
  const std::span<Card> result = std::span(quotient_).first(deck_size_);
  relative_order(before, after, result);
  return result;
}

void QuotientStream::remember(std::span<const Card> order, std::uint64_t index) {
  std::ranges::copy(order, previous_.begin());
  previous_index_ = index;
}

void QuotientStream::add_pair(std::span<const Card> order, std::uint64_t index, QuotientCounts& counts) {
  if (previous_index_ != none && previous_index_ + 1 == index) counts.add(quotient(previous(), order));
  remember(order, index);
}

void QuotientStream::add(std::span<const Card> order, std::uint64_t index, QuotientCounts& counts) {
  if (index < trials_of_all_quotients) {
    add_as_first(order, index, counts);
  } else if (index % trials_of_a_pair == 0) {
    add_pair(order, index, counts);
  } else {
    remember(order, index);
  }
}

void QuotientStream::add_as_first(std::span<const Card> order, std::uint64_t index, QuotientCounts& counts) {
  if (previous_index_ != none && previous_index_ + 1 == index) {
    const std::span<const Card> next = quotient(previous(), order);
    counts.add(next);
    // Of four trials the first two make a pair, and the other two are taken with trials far from them.
    if (index % 4 == 1) counts.successive.add(next);
    if (index % 4 == 3) {
      if (held_indexes_.empty()) {
        held_indexes_.resize(apart_ / 4, none);
        held_.resize(held_indexes_.size() * deck_size_);
      }
      const std::size_t slot = index / 4 % held_indexes_.size();
      const std::span<Card> held = std::span(held_).subspan(slot * deck_size_, deck_size_);
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

}  // namespace fairshuffle
