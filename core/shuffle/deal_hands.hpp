// Durstenfeld, then three hands and the rest dealt by index: the landlord game.
#pragma once

#include <algorithm>
#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct DealHands {
  static constexpr std::array options{OptionInfo{.name = "slip",
                                                 .meaning = "how many cards too early the third hand starts",
                                                 .smallest = 0,
                                                 .largest = 64,
                                                 .standard = 0}};
  static constexpr ShuffleInfo info{
      .name = "deal-hands",
      .truth = Truth::uniform,
      .sentence =
          "uniform with slip=0; with a slip the third hand gets cards that others hold: cards dealt twice",
      .origin = "the C# landlord article deals deck[i + 24] where i + 34 was meant: slip=10 at n=54",
      .cost = "n draws, 2n moves, n extra cards",
      .options = options,
  };

  std::int64_t slip;

  explicit DealHands(OptionValues values) : slip(values[0]) {}

  template <HandOutDeck D>
  void operator()(D& deck) const {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last + 1));
    const int hand = (deck.size() - 1) / 3;  // 17 of 54 cards, with 3 over
    for (int i = 0; i < hand; ++i) deck.hand_out(i);
    for (int i = 0; i < hand; ++i) deck.hand_out(i + hand);
    const int start_of_third = std::max(0, 2 * hand - static_cast<int>(slip));
    for (int i = 0; i < hand; ++i) deck.hand_out(i + start_of_third);
    for (int i = 3 * hand; i < deck.size(); ++i) deck.hand_out(i);
  }
};

}  // namespace fairshuffle
