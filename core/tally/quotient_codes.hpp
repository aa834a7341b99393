// Quotients of small decks in lanes, counted by what the kernel has of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tally/quotient_ranks.hpp"
#include "core/tally/quotients.hpp"

namespace fairshuffle {

/// Counts quotients of decks of 4 to 8 cards by code. To five cards that is rank of the order before + 128 *
/// rank of the order after it, which takes no look at the decks; above, the rank of the quotient.
class QuotientCodes {
 public:
  static constexpr int smallest_deck = 4, largest_deck_of_two_ranks = QuotientRanks::largest_deck;
  static constexpr int rank_bits = QuotientRanks::rank_bits;
  /// The first of so many codes is none.
  static constexpr std::size_t codes_of_lane = 4;

  explicit QuotientCodes(int deck_size);

  /// Where so many codes are to be written, of which three of every four are counted before others are or
  /// they are handed over; `counts` takes what a counter cannot hold. Preconditions: a multiple of
  /// codes_of_lane, a thousand at most; the counted ones are codes as above.
  std::span<std::uint16_t> room_for(std::size_t codes, QuotientCounts& counts) {
    if (codes > waiting_.size() - waiting_size_) [[unlikely]]
      count_waiting(counts);
    waiting_size_ += codes;
    return std::span(waiting_).subspan(waiting_size_ - codes, codes);
  }
  /// Adds to `counts` what it was not handed yet; this is then as new.
  void hand_over(QuotientCounts& counts);

 private:
  void count_waiting(QuotientCounts& counts);
  void hand_over(std::size_t code, std::uint64_t times, QuotientCounts& counts) const;

  int deck_size_;
  std::vector<std::uint8_t> counters_;
  std::vector<std::uint16_t> waiting_;
  std::size_t waiting_size_ = 0;
};

}  // namespace fairshuffle
