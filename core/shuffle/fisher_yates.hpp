// Two lists: a card drawn from the first goes to the end of the second.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct FisherYates {
  static constexpr ShuffleInfo info{
      .name = "fisher-yates",
      .truth = Truth::uniform,
      .sentence = "uniform: each of the remaining cards is equally likely to be dealt next",
      .origin = "Fisher and Yates 1938, Statistical Tables, example 12",
      .cost = "n draws, n^2 moves, n extra cards",
  };

  explicit FisherYates(OptionValues) {}

  template <DealDeck D>
  void operator()(D& deck) const {
    for (int remaining = deck.size(); remaining > 0; --remaining) deck.deal(deck.draw_below(remaining));
  }
};

}  // namespace fairshuffle
