// Durstenfeld that never lets a card swap with itself.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Sattolo {
  static constexpr ShuffleInfo info{
      .name = "sattolo",
      .truth = Truth::biased,
      .sentence = "biased: only the (n-1)! cyclic orders, no card ever stays; Knuth's loop with rand() % i",
      .origin = "Sattolo 1986, Information Processing Letters 22(6)",
      .cost = "n draws, n moves, in place",
  };

  explicit Sattolo(OptionValues) {}

  template <SwapDeck D>
  void operator()(D& deck) const {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last));
  }
};

}  // namespace fairshuffle
