#include "harness/target/rows/row_starts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/random/splitmix64.hpp"

namespace fairshuffle {

void RowStarts::begin(std::uint64_t first_seed) {
  *this = RowStarts();
  first_seed_ = first_seed;
}

RowStart RowStarts::next(std::uint64_t rows) {
  told_ = rows;
  heard_ = first_rows_ = 0;
  began_before_ = false;
  return {.first_seed = first_seed_, .number = begun_++, .rows = rows};
}

void RowStarts::hear(std::span<const WideCard> decks, std::size_t deck_size) {
  const std::uint64_t rows = decks.size() / deck_size;
  if (heard_ < rows_compared) {
    const std::uint64_t compared = std::min(rows, rows_compared - heard_);
    for (const WideCard card : decks.first(compared * deck_size)) {
      first_rows_ = SplitMix64(first_rows_ ^ card).next();
    }
    // A deck of one card has one order, and all starts are the same.
    if (heard_ + compared == rows_compared && deck_size > 1) {
      began_before_ = !begun_with_.insert(first_rows_).second;
    }
  }
  heard_ += rows;
}

std::string RowStarts::remark(bool takes_seed, std::uint64_t rows_given) const {
  if (began_before_) {
    return fmt::format(
        "it begins with the same decks at each start, so that it has no more than its first {} to give; {}",
        with_commas(rows_given),
        takes_seed ? "the seed that its command is told does not reach its shuffle"
                   : "have it take its seed from {seed} in its command or from FAIRSHUFFLE_SEED, or take all "
                     "rows from one start with --trials");
  }
  if (ended_early_ == 0) return "";
  return fmt::format(
      "it ended before it gave as many rows as were asked for, and was started again, each time with a new "
      "seed: {} starts in all",
      with_commas(begun_));
}

}  // namespace fairshuffle
