// The deck is cut once.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct RandomCut {
  static constexpr ShuffleInfo info{
      .name = "random-cut",
      .truth = Truth::biased,
      .sentence = "biased: every card equally likely at every position, yet only n orders",
      .origin = "the counterexample to: equal at every position means fair",
      .cost = "1 draw, n moves, in place",
  };

  explicit RandomCut(OptionValues) {}

  template <CutDeck D>
  void operator()(D& deck) const {
    deck.cut(deck.draw_below(deck.size()));
  }
};

}  // namespace fairshuffle
