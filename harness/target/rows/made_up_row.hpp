// A row of cards as it was read, made the order that stands for all that look like it.
#pragma once

#include <span>
#include <vector>

#include "core/order/makeup.hpp"
#include "harness/target/rows/row_format.hpp"

namespace fairshuffle {

class MadeUpRow {
 public:
  explicit MadeUpRow(const RowFormat& format);

  /// The number of the lowest card of each kind, or of each card.
  std::span<const WideCard> first_of_kind() const { return first_; }

  /// The cards of a row, as many as it is to have and equal ones all the lowest of their kind, become an
  /// order of the whole deck. False where they are none: too many of a kind, a card twice.
  bool complete(std::vector<WideCard>& cards);

 private:
  std::size_t deck_size_;
  Makeup makeup_;
  std::vector<WideCard> first_;
  std::vector<WideCard> next_, last_;  // of each kind, by its lowest card
};

}  // namespace fairshuffle
