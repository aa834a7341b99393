// All n! orders in a list, one of them picked.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct PickFromAll {
  static constexpr ShuffleInfo info{
      .name = "pick-from-all",
      .truth = Truth::uniform,
      .sentence = "uniform by definition: one draw among all n! orders",
      .origin = "the article On shuffling",
      .cost = "1 draw, n! orders listed",

      .largest_deck = 12,
  };

  explicit PickFromAll(OptionValues) {}

  template <ArrangeDeck D>
  void operator()(D& deck) const {
    deck.arrange(deck.draw_below(deck.order_count()));
  }
};

}  // namespace fairshuffle
