// What a stream keeps of orders that were there, to find the quotients of those that come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/tally/quotient_ranks.hpp"
#include "core/tally/quotients.hpp"

namespace fairshuffle {

/// Orders card by card.
template <class AnyCard>
class StreamOrders {
 public:
  using Order = std::span<const AnyCard>;

  explicit StreamOrders(int deck_size) : deck_size_(static_cast<std::size_t>(deck_size)) {}

  /// Keeps the order as the last one.
  void keep(Order order);
  /// Counts the quotient of the last order and this one.
  void count_quotient(Order order, QuotientCounts& counts);
  /// Adds the quotient that was counted last.
  void add_counted_to(QuotientSample& sample) const { sample.add(std::span(quotient_).first(deck_size_)); }

  void make_room(std::size_t slots) { held_.resize(slots * deck_size_); }
  /// Keeps the last order in a slot as well.
  void hold(std::size_t slot);
  /// Adds the quotient of the order in the slot and this one.
  void add_quotient_from(std::size_t slot, Order order, QuotientSample& sample);

 private:
  static constexpr std::size_t most_cards =
      std::is_same_v<AnyCard, Card> ? largest_byte_deck : largest_deck_size;

  std::span<AnyCard> held(std::size_t slot) {
    return std::span(held_).subspan(slot * deck_size_, deck_size_);
  }
  std::span<const AnyCard> quotient(Order before, Order after);

  std::size_t deck_size_;
  std::array<AnyCard, most_cards> last_{};
  std::uint64_t places_ = 0;  // of the cards of last_, packed, where quotients are counted by rank
  std::array<AnyCard, most_cards> quotient_{};
  std::vector<AnyCard> held_;  // end to end
};

/// Orders of up to QuotientRanks::largest_deck cards by their ranks, below n!.
class StreamRanks {
 public:
  using Order = std::uint64_t;

  explicit StreamRanks(int deck_size) : ranks_(&QuotientRanks::of_deck(deck_size)) {}

  void keep(Order rank) { last_ = static_cast<std::uint8_t>(rank); }
  void count_quotient(Order rank, QuotientCounts& counts) {
    counted_ = quotient(last_, rank);
    ++counts.pairs;
    ++counts.orders[counted_];
  }
  void add_counted_to(QuotientSample& sample) const { add(counted_, sample); }

  void make_room(std::size_t slots) { held_.resize(slots); }
  void hold(std::size_t slot) { held_[slot] = last_; }
  void add_quotient_from(std::size_t slot, Order rank, QuotientSample& sample) const {
    add(quotient(held_[slot], rank), sample);
  }

 private:
  std::uint8_t quotient(Order before, Order after) const {
    return ranks_->of_pair(before | after << QuotientRanks::rank_bits);
  }
  void add(std::uint8_t quotient, QuotientSample& sample) const {
    sample.fixed_points.add(ranks_->fixed_points(quotient));
    sample.cycles.add(ranks_->cycles(quotient));
  }

  const QuotientRanks* ranks_;
  std::uint8_t last_ = 0, counted_ = 0;
  std::vector<std::uint8_t> held_;
};

}  // namespace fairshuffle
