// Where the first m cards landed, as a set: the mines of a minesweeper field, a dealt hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/planes/order_batches.hpp"

namespace fairshuffle {

/// C(n, m). Precondition: 0 <= m <= n <= largest_deck_size; saturates at 2^64 - 1.
std::uint64_t subset_count(int deck_size, int marked);

/// The set that comes next in colexicographic order, by its members in ascending order: the first is 0, 1, 2
/// ...
void to_next_subset(std::span<std::size_t> set);

/// One counter for each of the C(n, m) sets of positions that the cards 0..m-1 can take.
class SubsetCounts {
 public:
  /// Most counters a table may have.
  static constexpr std::uint64_t most_subsets = 4'000'000;

  /// marked in 1..deck_size - 1 and C(n, m) <= most_subsets; throws std::invalid_argument.
  SubsetCounts(int deck_size, int marked);

  void add(std::span<const Card> order, std::uint64_t trials = 1) { add_each(order, trials); }
  void add(std::span<const WideCard> order, std::uint64_t trials = 1) { add_each(order, trials); }
  /// Each of the orders once.
  void add(OrderBatches& orders);
  /// What the rank of a set gains by a marked card at `position` that has `before` marked cards before it.
  std::uint64_t rank_step(std::size_t position, std::size_t before) const {
    return choose_[position * static_cast<std::size_t>(marked_) + before];
  }
  /// Precondition: rank < C(n, m).
  void add_to_rank(std::uint64_t rank, std::uint64_t trials) { by_rank_[rank] += trials; }
  void merge(const SubsetCounts& other);

  int deck_size() const { return deck_size_; }
  int marked() const { return marked_; }
  /// By the rank of the set in the combinatorial number system (colexicographic).
  std::span<const std::uint64_t> by_rank() const { return by_rank_; }

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> order, std::uint64_t trials) {
    std::uint64_t rank = 0;
    std::size_t taken = 0;
    for (std::size_t position = 0; position < order.size(); ++position) {
      if (order[position] < marked_) rank += rank_step(position, taken++);
    }
    by_rank_[rank] += trials;
  }

  int deck_size_;
  int marked_;
  std::vector<std::uint64_t> by_rank_;
  std::vector<std::uint64_t> choose_;  // [position][how many so far] -> C(position, how many)
};

}  // namespace fairshuffle
