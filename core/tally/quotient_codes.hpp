// Quotients of small decks in lanes, counted by what the kernel has of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tally/quotients.hpp"

namespace fairshuffle {

/// Counts quotients of decks of 4 to 8 cards by code. To five cards that is rank of the order before + 128 *
/// rank of the order after it, which takes no look at the decks; above, the rank of the quotient.
class QuotientCodes {
 public:
  static constexpr int smallest_deck = 4, largest_deck_of_two_ranks = 5;
  static constexpr int rank_bits = 7;
  /// The first of so many codes is none.
  static constexpr std::size_t codes_of_lane = 4;

  explicit QuotientCodes(int deck_size);

  /// Counts three of every four codes; `counts` takes what a counter cannot hold. Preconditions: a multiple
  /// of codes_of_lane; the counted ones are codes as above.
  void add(std::span<const std::uint16_t> codes, QuotientCounts& counts) {
    std::uint8_t* const counters = counters_.data();
    for (std::size_t first = 0; first < codes.size(); first += codes_of_lane) {
      for (std::size_t i = 1; i < codes_of_lane; ++i) {
        // A counter that reaches 256 is 0 again and hands them over at once, so that none is lost.
        const std::uint16_t code = codes[first + i];
        if (++counters[code] == 0) [[unlikely]]
          hand_over(code, 256, counts);
      }
    }
    counts.pairs += codes.size() / codes_of_lane * (codes_of_lane - 1);
  }
  /// Adds to `counts` what it was not handed yet.
  void hand_over(QuotientCounts& counts) const;

 private:
  void hand_over(std::size_t code, std::uint64_t times, QuotientCounts& counts) const;

  int deck_size_;
  std::vector<std::uint8_t> counters_;
};

}  // namespace fairshuffle
