// What there is to know of a kind of table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tally/planes/order_batches.hpp"

namespace fairshuffle {

/// One order of a wide deck and its inverse: the card by position, the position by card.
struct WideOrder {
  std::span<const WideCard> cards, places;
};

/// One kind of counts of large decks.
struct TableInfo {
  std::string_view name;    ///< as it stands in reports
  std::string_view counts;  ///< what a cell counts, one line
  bool of_quotients;        ///< whether it is counted of quotients too
  /// 0 where there is nothing to count of such decks; `cells_of` says so of wide ones, too.
  std::size_t (*cells)(int deck_size);
  /// Counts each of the orders once.
  void (*add)(OrderBatches& orders, std::span<std::uint64_t> cells);
  /// What no trials can have made of the cells, as the end of a sentence ("adds up to 3, of 4 trials"); empty
  /// where there is nothing. Precondition: as many cells as are due; trials at most largest_trial_count.
  std::string (*contradiction)(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);
  /// Where the cells of these trials and positions[position][card] of the same cannot both be right, told in
  /// the same way; null where nothing of them follows from the positions. Precondition: each of the two can
  /// be right alone.
  std::string (*against_positions)(std::span<const std::vector<std::uint64_t>> positions,
                                   std::span<const std::uint64_t> cells) = nullptr;
  bool on_request = false;  ///< counted only in runs that ask for it: it takes memory and time
  /// Counts one order of a wide deck; null where such decks have too many cells.
  void (*add_wide)(const WideOrder& order, std::span<std::uint64_t> cells) = nullptr;
};

/// The cells of the table of such decks; 0 where it is not counted of them.
inline std::size_t cells_of(const TableInfo& info, int deck_size) {
  return is_wide_deck(deck_size) && info.add_wide == nullptr ? 0 : info.cells(deck_size);
}

/// Tables on request that are asked for.
using AskedTables = std::vector<const TableInfo*>;

}  // namespace fairshuffle
