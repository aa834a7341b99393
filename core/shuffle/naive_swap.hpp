// Every position swaps with any position.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct NaiveSwap {
  static constexpr ShuffleInfo info{
      .name = "naive-swap",
      .truth = Truth::biased,
      .sentence = "biased: n^n equally likely paths cannot be spread evenly over n! orders (n > 2)",
      .origin = "the usual slip in algorithm P; Robbins and Bolker 1981, Aequationes Mathematicae 22",
      .cost = "n draws, n moves, in place",
  };

  explicit NaiveSwap(OptionValues) {}

  template <SwapDeck D>
  void operator()(D& deck) const {
    for (int i = 0; i < deck.size(); ++i) deck.swap(i, deck.draw_below(deck.size()));
  }
};

}  // namespace fairshuffle
