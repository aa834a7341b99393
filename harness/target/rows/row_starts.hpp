// The starts of what writes rows, and whether each begins otherwise than all before it.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>

#include "core/order/order.hpp"
#include "harness/target/rows/row_start.hpp"

namespace fairshuffle {

class RowStarts {
 public:
  /// Rows of each start that are compared. Fair starts of two cards begin so alike once in 2^64.
  static constexpr std::uint64_t rows_compared = 64;

  /// No start has been made, and start 0 will have this seed.
  void begin(std::uint64_t first_seed);
  /// The next start, of which so many rows are wanted; 0 where nobody knows how many.
  RowStart next(std::uint64_t rows);
  /// Rows that the start gave, end to end.
  void hear(std::span<const WideCard> decks, std::size_t deck_size);

  std::uint64_t begun() const { return begun_; }
  /// Rows of this start that were heard.
  std::uint64_t heard() const { return heard_; }
  /// Rows that were wanted of this start.
  std::uint64_t told() const { return told_; }
  /// True while none of its rows may be counted: too few are heard to tell it from an earlier start.
  bool is_unknown() const { return begun_ > 1 && heard_ < rows_compared; }
  /// Whether it began as an earlier one did. To be asked when rows_compared rows are heard.
  bool began_before() const { return began_before_; }

  /// This start ended in peace before it gave what it was told.
  void ended_early() { ++ended_early_; }
  /// What whoever wrote the program should know of its starts, so far; empty for nothing.
  std::string remark(bool takes_seed, std::uint64_t rows_given) const;

 private:
  std::uint64_t first_seed_ = 0, begun_ = 0, told_ = 0, heard_ = 0, ended_early_ = 0;
  std::uint64_t first_rows_ = 0;        // of this start, in a hash
  std::set<std::uint64_t> begun_with_;  // the hashes of all starts so far
  bool began_before_ = false;
};

}  // namespace fairshuffle
