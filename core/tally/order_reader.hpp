// Reading the counts of orders, whatever form they have, one part of the trials or two at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/tally/orders.hpp"

namespace fairshuffle {

/// Goes through counts once, by ascending rank. What it reads must outlive it and may not change meanwhile.
class OrderReader {
 public:
  explicit OrderReader(const OrderCounts& counts);

  /// No order from `rank` on up to this one came; the number of orders at the end. Ascending, like `read`.
  std::uint64_t next_rank(std::uint64_t rank);
  /// Writes the counts of the orders of rank first, first + 1 ... Never goes back.
  void read(std::uint64_t first, std::span<std::uint64_t> counts);

 private:
  const OrderCounts* counts_;
  std::vector<std::uint64_t> sorted_;  // the list of trials, or the carries
  std::size_t next_ = 0;               // of those, the first that was not read
};

/// Calls visit(rank, count in first, count in second) for every order that came in either, by ascending rank.
/// `second` may be null; its counts are 0 then. Both of one deck size.
template <class Visit>
void for_each_order(const OrderCounts& first, const OrderCounts* second, Visit visit) {
  // Long enough that its loop costs nothing, short enough that a list of few trials is not read slowly.
  constexpr std::uint64_t most_at_once = 256;
  std::array<std::uint64_t, most_at_once> in_first, in_second{};
  const std::uint64_t orders = first.orders();
  OrderReader first_reader(first);
  std::optional<OrderReader> second_reader;
  if (second != nullptr) second_reader.emplace(*second);
  for (std::uint64_t start = 0; start < orders; start += most_at_once) {
    start = std::min(first_reader.next_rank(start), second_reader ? second_reader->next_rank(start) : orders);
    if (start >= orders) return;
    const std::size_t size = std::min(most_at_once, orders - start);
    first_reader.read(start, std::span(in_first).first(size));
    if (second_reader) second_reader->read(start, std::span(in_second).first(size));
    for (std::size_t index = 0; index < size; ++index) {
      if ((in_first[index] | in_second[index]) != 0) visit(start + index, in_first[index], in_second[index]);
    }
  }
}

}  // namespace fairshuffle
