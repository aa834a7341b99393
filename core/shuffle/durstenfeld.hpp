// The in-place shuffle: from the back, each position swaps with one at or before it.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Durstenfeld {
  static constexpr ShuffleInfo info{
      .name = "durstenfeld",
      .truth = Truth::uniform,
      .sentence = "uniform: n! equally likely sequences of draws, one for each order",
      .origin = "Durstenfeld 1964, CACM 7(7), algorithm 235; Knuth, TAOCP 2, 3.4.2, algorithm P",
      .cost = "n draws, n moves, in place",
  };

  explicit Durstenfeld(OptionValues) {}

  template <SwapDeck D>
  void operator()(D& deck) const {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last + 1));
  }
};

}  // namespace fairshuffle
