// Durstenfeld from the front, in place; often sold as inside-out.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct DurstenfeldUp {
  static constexpr ShuffleInfo info{
      .name = "durstenfeld-up",
      .truth = Truth::uniform,
      .sentence = "uniform: after step i the first i+1 cards are in uniform order",
      .origin = "the upward form of Durstenfeld 1964, as in the card-game articles",
      .cost = "n draws, n moves, in place",
  };

  explicit DurstenfeldUp(OptionValues) {}

  template <SwapDeck D>
  void operator()(D& deck) const {
    for (int i = 0; i < deck.size(); ++i) deck.swap(i, deck.draw_below(i + 1));
  }
};

}  // namespace fairshuffle
