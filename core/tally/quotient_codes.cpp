#include "core/tally/quotient_codes.hpp"

#include <array>

namespace fairshuffle {

QuotientCodes::QuotientCodes(int deck_size)
    : deck_size_(deck_size),
      counters_(deck_size <= largest_deck_of_two_ranks ? std::size_t{1} << (2 * rank_bits)
                                                       : order_count(deck_size)) {}

namespace {

using RanksOfCodes = std::array<std::uint8_t, std::size_t{1} << (2 * QuotientCodes::rank_bits)>;

// By code: the rank of the quotient.
template <int deck_size>
const RanksOfCodes& ranks_of_codes() {
  static const RanksOfCodes ranks = [] {
    RanksOfCodes found{};
    std::array<Card, deck_size> before, after, quotient;
    for (std::size_t first = 0; first < order_count(deck_size); ++first) {
      order_of_rank(first, before);
      for (std::size_t second = 0; second < order_count(deck_size); ++second) {
        order_of_rank(second, after);
        relative_order(before, after, quotient);
        found[first | second << QuotientCodes::rank_bits] = static_cast<std::uint8_t>(rank_of(quotient));
      }
    }
    return found;
  }();
  return ranks;
}

}  // namespace

void QuotientCodes::hand_over(std::size_t code, std::uint64_t times, QuotientCounts& counts) const {
  if (deck_size_ <= largest_deck_of_two_ranks) {
    code = deck_size_ == smallest_deck ? ranks_of_codes<smallest_deck>()[code]
                                       : ranks_of_codes<largest_deck_of_two_ranks>()[code];
  }
  counts.orders[code] += times;
}

void QuotientCodes::hand_over(QuotientCounts& counts) const {
  for (std::size_t code = 0; code < counters_.size(); ++code) {
    if (counters_[code] != 0) hand_over(code, counters_[code], counts);
  }
}

}  // namespace fairshuffle
