#include "core/tally/quotient_codes.hpp"

#include <utility>

namespace fairshuffle {

namespace {

// Counters of 8 cards do not fit into the nearest cache beside those of the orders: few codes at a time would
// fetch them anew each time, and drive the others out.
constexpr std::size_t waiting_codes = std::size_t{1} << 15;

}  // namespace

QuotientCodes::QuotientCodes(int deck_size)
    : deck_size_(deck_size),
      counters_(deck_size <= largest_deck_of_two_ranks ? QuotientRanks::pairs : order_count(deck_size)),
      waiting_(waiting_codes) {}

void QuotientCodes::hand_over(std::size_t code, std::uint64_t times, QuotientCounts& counts) const {
  if (deck_size_ <= largest_deck_of_two_ranks) code = QuotientRanks::of_deck(deck_size_).of_pair(code);
  counts.orders[code] += times;
}

void QuotientCodes::count_waiting(QuotientCounts& counts) {
  std::uint8_t* const counters = counters_.data();
  std::uint16_t* const codes = waiting_.data();
  std::size_t full = 0;
  for (std::size_t first = 0; first < waiting_size_; first += codes_of_lane) {
    for (std::size_t i = 1; i < codes_of_lane; ++i) {
      // A counter that reaches 256 is 0 again and hands them over, so that none is lost: its code is noted
      // where codes were read already.
      const std::uint16_t code = codes[first + i];
      if (++counters[code] == 0) [[unlikely]]
        codes[full++] = code;
    }
  }
  for (std::size_t i = 0; i < full; ++i) hand_over(codes[i], 256, counts);
  counts.pairs += waiting_size_ / codes_of_lane * (codes_of_lane - 1);
  waiting_size_ = 0;
}

void QuotientCodes::hand_over(QuotientCounts& counts) {
  count_waiting(counts);
  for (std::size_t code = 0; code < counters_.size(); ++code) {
    if (counters_[code] != 0) hand_over(code, std::exchange(counters_[code], std::uint8_t{0}), counts);
  }
}

}  // namespace fairshuffle
