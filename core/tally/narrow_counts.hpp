// Counters of 32 bits that lose nothing, in one table that several threads may count into.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fairshuffle {

/// The count of a cell is what its counter holds plus 2^32 for every time the cell stands in the list of
/// carries. An addition leaves a counter smaller than it found it exactly when it goes past 2^32, and then
/// the one who added notes the carry. Additions to one counter follow each other in one order, whichever
/// threads make them, so every passing of 2^32 is seen by exactly one of them and the sum is exact.
///
/// Each thread needs an object of its own (`beside`): they share the table, but each has its own carries,
/// which `merge` brings together.
class NarrowCounts {
 public:
  explicit NarrowCounts(std::uint64_t cells) : low_(std::make_shared<std::vector<std::uint32_t>>(cells)) {}
  NarrowCounts(NarrowCounts&&) = default;
  NarrowCounts& operator=(NarrowCounts&&) = default;

  /// Preconditions: cell < cells, trials <= 2^53. Threads may call it at the same time, each on its own
  /// object.
  void add(std::uint64_t cell, std::uint64_t trials) {
    carried_.insert(carried_.end(), trials >> 32, cell);
    add_low(cell, static_cast<std::uint32_t>(trials));
  }
  /// One trial for each of the cells given.
  void add_ones(std::span<const std::uint32_t> cells);

  /// Another object that counts into the same table.
  NarrowCounts beside() const { return NarrowCounts(low_); }
  bool shares_table_with(const NarrowCounts& other) const { return low_ == other.low_; }
  /// Takes the carries of an object that shares the table. No one may count meanwhile.
  void merge_carries(const NarrowCounts& other) {
    carried_.insert(carried_.end(), other.carried_.begin(), other.carried_.end());
  }

  /// The counters without the carries. No one may count while they are read.
  std::span<const std::uint32_t> low() const { return *low_; }
  /// Cells to whose counts 2^32 is due, once for each mention; in no order.
  std::span<const std::uint64_t> carried() const { return carried_; }

 private:
  explicit NarrowCounts(std::shared_ptr<std::vector<std::uint32_t>> table) : low_(std::move(table)) {}

  void add_low(std::uint64_t cell, std::uint32_t trials) {
    // Relaxed: only the sum matters, and it is read after the threads have been joined.
    const std::uint32_t before = std::atomic_ref((*low_)[cell]).fetch_add(trials, std::memory_order_relaxed);
    if (before + trials < before) [[unlikely]]
      carried_.push_back(cell);
  }

  std::shared_ptr<std::vector<std::uint32_t>> low_;
  std::vector<std::uint64_t> carried_;
};

}  // namespace fairshuffle
