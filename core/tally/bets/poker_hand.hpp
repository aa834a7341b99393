// Hands of five of 52 cards, and what they are worth in poker.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fairshuffle {

inline constexpr int cards_of_poker = 52;
inline constexpr std::size_t poker_hand_size = 5;

struct PokerCategory {
  std::string_view name;
  std::uint64_t hands;  ///< of the C(52, 5)
};
inline constexpr std::uint64_t poker_hands = 2'598'960;

/// From the weakest to the strongest; a royal flush is a straight flush. The numbers of hands are those of
/// any book on poker; a test counts all of them.
inline constexpr std::array<PokerCategory, 9> poker_categories{{{"nothing", 1'302'540},
                                                                {"one pair", 1'098'240},
                                                                {"two pair", 123'552},
                                                                {"three of a kind", 54'912},
                                                                {"straight", 10'200},
                                                                {"flush", 5'108},
                                                                {"full house", 3'744},
                                                                {"four of a kind", 624},
                                                                {"straight flush", 40}}};

/// The category of five different cards of 0..51. A card has the rank card % 13, 0 being the ace and 12 the
/// king, and the suit card / 13. An ace ends a straight on either side.
constexpr std::size_t poker_category(const std::array<int, poker_hand_size>& hand) {
  std::array<unsigned, 13> of_rank{};
  unsigned ranks = 0, suits = 0, pairs = 0;
  for (const int card : hand) {
    const auto rank = static_cast<std::size_t>(card % 13);
    // Cards of one rank are as many pairs as they have with each other.
    pairs += of_rank[rank]++;
    ranks |= 1U << rank;
    suits |= 1U << static_cast<unsigned>(card / 13);
  }
  switch (pairs) {
    case 1:
      return 1;
    case 2:
      return 2;
    case 3:
      return 3;
    case 4:
      return 6;
    case 6:
      return 7;
    default:
      break;
  }
  constexpr unsigned run = 31, ten_to_ace = 0b1'1110'0000'0001;
  const bool straight = ranks == ten_to_ace || (ranks % run == 0 && ranks / run == (ranks & (~ranks + 1)));
  const bool flush = (suits & (suits - 1)) == 0;
  return straight && flush ? 8 : flush ? 5 : straight ? 4 : 0;
}

}  // namespace fairshuffle
