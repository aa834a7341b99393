// Counts of every order by lexicographic rank, in as little memory as the trials need.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/narrow_counts.hpp"
#include "core/tally/order_counting.hpp"

namespace fairshuffle {

/// While trials are few, the ranks they came out with; from then on n! counters, wide or narrow. What is read
/// of them (core/tally/counted_orders.hpp) is the same in every form.
class OrderCounts {
 public:
  /// deck_size in 1..12; throws std::invalid_argument.
  explicit OrderCounts(int deck_size, OrderCounting counting = {});
  OrderCounts(OrderCounts&&) = default;
  OrderCounts& operator=(OrderCounts&&) = default;

  /// Precondition: rank < n!.
  void add(std::uint64_t rank, std::uint64_t trials = 1) {
    if (wide_.empty()) [[unlikely]]
      return add_to_other_form(rank, trials);
    wide_[rank] += trials;
  }
  /// One trial for each rank. Precondition: all of them < n!.
  void add_ranks(std::span<const std::uint16_t> ranks) { add_each(ranks); }
  void add_ranks(std::span<const std::uint32_t> ranks) { add_each(ranks); }

  /// Makes the table now if so many trials in all will need one. To be called before threads count side by
  /// side: none of them has to change the form then.
  void make_room(std::uint64_t trials);
  /// Empty counts for another thread, of the same form; they count into the same table where it is narrow.
  /// `merge` brings them together again.
  OrderCounts beside() const;
  /// Adds the counts of disjoint trials. Throws std::invalid_argument when the deck sizes differ.
  void merge(const OrderCounts& other);

  int deck_size() const { return deck_size_; }
  /// n!.
  std::uint64_t orders() const { return orders_; }

  // The forms, for those who read: exactly one of the three holds the counts. In the wide form a count is the
  // sum of both digits; the lower ones may all be missing.
  bool is_list() const { return wide_.empty() && !narrow_; }
  std::span<const std::uint32_t> listed() const { return listed_; }
  std::span<const std::uint64_t> wide() const { return wide_; }
  std::span<const std::uint8_t> low_digits() const { return low_; }
  const std::optional<NarrowCounts>& narrow() const { return narrow_; }

 private:
  template <class Rank>
  void add_each(std::span<const Rank> ranks) {
    if (wide_.empty()) [[unlikely]]
      return add_ranks_to_other_form(ranks);
    if (low_.empty()) low_.resize(orders_);
    // The counts of orders that come by the thousand million are kept in two digits: a byte each, which for
    // 8! orders is 40 kB, about what the nearest cache holds, and what is above. A byte that reaches 256 is 0
    // again and hands them over at once, so that no trial is lost.
    const auto count = [low = low_.data(), this](Rank rank) {
      if (++low[rank] == 0) [[unlikely]]
        wide_[rank] += 256;
    };
    // A short loop of known length is unrolled, and one of few rounds is predicted: the counting of these
    // trials then overlaps the shuffling of the next ones.
    for (; ranks.size() >= 8; ranks = ranks.subspan(8)) {
      for (const Rank rank : ranks.template first<8>()) count(rank);
    }
    for (const Rank rank : ranks) count(rank);
  }
  void add_to_other_form(std::uint64_t rank, std::uint64_t trials);
  void add_ranks_to_other_form(std::span<const std::uint16_t> ranks);
  void add_ranks_to_other_form(std::span<const std::uint32_t> ranks);
  bool fits_list(std::uint64_t trials) const;
  void make_table();

  int deck_size_;
  OrderCounting counting_;
  std::uint64_t orders_;
  std::vector<std::uint32_t> listed_;  // a rank for each trial, in no order; 12! < 2^32
  std::vector<std::uint64_t> wide_;
  std::vector<std::uint8_t> low_;  // beside wide_, once ranks are added by the span
  std::optional<NarrowCounts> narrow_;
};

}  // namespace fairshuffle
